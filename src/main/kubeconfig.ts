import { stringify } from "yaml";
import type { KubeAccess } from "../cli/index.ts";

/** An administrator's kubeconfig for this server: its address, its authority and the token, all inside. */
export function kubeconfig({ server, authority, token }: KubeAccess): string {
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      { name: "fairway", cluster: { server, "certificate-authority-data": Buffer.from(authority).toString("base64") } },
    ],
    users: [{ name: "fairway-admin", user: { token } }],
    contexts: [{ name: "fairway", context: { cluster: "fairway", user: "fairway-admin", namespace: "default" } }],
    "current-context": "fairway",
  });
}
