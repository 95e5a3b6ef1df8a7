import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { FairwayError } from "../base/fault.ts";
import { type KubeAccess, readKubeconfig } from "../kube/index.ts";
import type { Flag, Given } from "./command.ts";

/** `--kubeconfig`, as commands have it that speak to a running Fairway. */
export const kubeconfigFlag: Flag = {
  name: "kubeconfig",
  value: "FILE",
  doc: "The administrator's kubeconfig, which `fairway up` wrote: its token is sent.",
};

/** The headers by which a command says who it is: none unless `--kubeconfig` is given. */
export async function tokenHeaders(given: Given): Promise<{ readonly [header: string]: string }> {
  const file = given.text("kubeconfig");
  if (file === undefined) return {};
  const { token } = (await openKubeconfig(file)).user;
  if (token === undefined) throw new FairwayError("BadRequest", `${file} must have a token inside`);
  return { authorization: `Bearer ${token}` };
}

/** Reads the current context of a kubeconfig's file. */
export async function openKubeconfig(file: string): Promise<KubeAccess> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    const hint = "give the one that `fairway up` wrote with --kubeconfig";
    throw new FairwayError("NotFound", `there is no kubeconfig at ${file}: ${hint}`, { cause });
  });
  return readKubeconfig(text, { directory: dirname(resolve(file)), readFile: (path) => readFile(path, "utf8") });
}
