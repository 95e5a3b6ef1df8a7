import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import type { Flag, Given } from "./command.ts";

/** What a kubeconfig says: where the API is, whom to trust, and who one is. */
export interface KubeAccess {
  /** `https://host:port`. */
  readonly server: string;
  /** The API's authority, in PEM. */
  readonly authority: string;
  readonly token: string;
}

/** `--kubeconfig`, as commands have it that speak to a running Fairway. */
export const kubeconfigFlag: Flag = {
  name: "kubeconfig",
  value: "FILE",
  doc: "The administrator's kubeconfig, which `fairway up` wrote: its token is sent.",
};

/** The headers by which a command says who it is: none unless `--kubeconfig` is given. */
export async function tokenHeaders(given: Given): Promise<{ readonly [header: string]: string }> {
  const file = given.text("kubeconfig");
  return file === undefined ? {} : { authorization: `Bearer ${(await readKubeconfig(file)).token}` };
}

/** Reads the current context of a kubeconfig that has everything inside, as Fairway writes it. */
export async function readKubeconfig(file: string): Promise<KubeAccess> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    const hint = "give the one that `fairway up` wrote with --kubeconfig";
    throw new FairwayError("NotFound", `there is no kubeconfig at ${file}: ${hint}`, { cause });
  });
  const config = parsed(text, file);
  const context = named(config["contexts"], config["current-context"], "context");
  const { server, ...cluster } = named(config["clusters"], context["cluster"], "cluster");
  const { token } = named(config["users"], context["user"], "user");
  const data = cluster["certificate-authority-data"];
  if (typeof server !== "string" || typeof data !== "string" || typeof token !== "string") {
    throw new FairwayError("BadRequest", `${file} must have the server, its authority and a token inside`);
  }
  return { server, token, authority: Buffer.from(data, "base64").toString("utf8") };
}

type Fields = { readonly [field: string]: unknown };

function parsed(text: string, file: string): Fields {
  try {
    const config: unknown = parse(text);
    if (isObject(config)) return config;
  } catch {
    // The parser's words would quote the file, and with it the token.
  }
  throw new FairwayError("BadRequest", `${file} is no kubeconfig`);
}

/** The part of a list's entry that has the name; empty if there is none. */
function named(list: unknown, name: unknown, part: string): Fields {
  const entry = Array.isArray(list) ? list.find((each) => isObject(each) && each["name"] === name) : undefined;
  const found = isObject(entry) ? entry[part] : undefined;
  return isObject(found) ? found : {};
}
