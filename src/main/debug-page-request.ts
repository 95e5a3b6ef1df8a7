import { FairwayError } from "../base/fault.ts";
import type { Flag, Given } from "../cli/index.ts";

/** `--http-address`, as every command has it that looks into a running Fairway. */
export const httpAddressFlag: Flag = {
  name: "http-address",
  value: "ADDRESS",
  default: "127.0.0.1:15014",
  doc: "Where the running Fairway serves metrics and debug pages.",
};

/** Asks a running Fairway for a page of JSON. What the page refuses is a fault with its words. */
export async function readDebugPage(given: Given, path: string, query: { readonly [key: string]: string } = {}) {
  const address = given.text("http-address") ?? "";
  const url = `${address.includes("://") ? address : `http://${address}`}${path}?${new URLSearchParams(query)}`;
  const answer = await fetch(url).catch((cause: unknown) => {
    const hint = "is `fairway up` running, and is --http-address right?";
    throw new FairwayError("Unavailable", `no answer from ${address}: ${hint}`, { cause });
  });
  const body = await answer.text();
  if (answer.status === 404) throw new FairwayError("NotFound", body.trim());
  if (!answer.ok) throw new FairwayError("BadRequest", body.trim());
  return JSON.parse(body) as unknown;
}
