import { FairwayError } from "../base/fault.ts";
import { type Flag, type Given, kubeconfigFlag, tokenHeaders } from "../cli/index.ts";

/** The flags of every command that looks into a running Fairway. */
export const debugPageFlags: readonly Flag[] = [
  {
    name: "http-address",
    value: "ADDRESS",
    default: "127.0.0.1:15014",
    doc: "Where the running Fairway serves metrics and debug pages.",
  },
  kubeconfigFlag,
];

/** Asks a running Fairway for a page of JSON. What the page refuses is a fault with its words. */
export async function readDebugPage(given: Given, path: string, query: { readonly [key: string]: string } = {}) {
  const address = given.text("http-address") ?? "";
  const url = `${address.includes("://") ? address : `http://${address}`}${path}?${new URLSearchParams(query)}`;
  const headers = await tokenHeaders(given);
  const answer = await fetch(url, { headers }).catch((cause: unknown) => {
    const hint = "is `fairway up` running, and is --http-address right?";
    throw new FairwayError("Unavailable", `no answer from ${address}: ${hint}`, { cause });
  });
  const body = await answer.text();
  if (answer.status === 401) throw new FairwayError("Unauthorized", `${body.trim()}: give --kubeconfig`);
  if (answer.status === 404) throw new FairwayError("NotFound", body.trim());
  if (!answer.ok) throw new FairwayError("BadRequest", body.trim());
  return JSON.parse(body) as unknown;
}
