import { systemClock } from "../../src/base/clock.ts";
import { type Authority, authorityOf } from "../../src/pki/index.ts";
import type { KubeObject } from "../peers/kube-client.ts";

/** The certificate authority that replicas on a cluster keep in a Secret. */
export function authorityIn(secret: KubeObject): Authority {
  const files = Object.entries(secret["data"] as { readonly [file: string]: string });
  return authorityOf(Object.fromEntries(files.map(([file, text]) => [file, atob(text)])), systemClock);
}
