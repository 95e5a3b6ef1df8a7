import { stringify } from "yaml";

/** Where the API is, whom to trust (PEM), and who one is. */
export interface AdminAccess {
  readonly server: string;
  readonly authority: string;
  readonly token: string;
}

/** An administrator's kubeconfig for this server: its address, its authority and the token, all inside. */
export function kubeconfig({ server, authority, token }: AdminAccess): string {
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
