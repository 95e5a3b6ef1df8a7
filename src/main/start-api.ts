import { join } from "node:path";
import { systemClock } from "../base/clock.ts";
import { randomIds } from "../base/ids.ts";
import { writeFileAtomically } from "../base/write-file.ts";
import type { ResourceHistory, ResourceStore } from "../core/index.ts";
import { ApiServer, type ApiServerOptions, defaultApiLimits } from "../http/index.ts";
import { loadServerCertificate } from "../pki/index.ts";
import { readSetting } from "./api-security.ts";
import { certifiedNames, type Ground } from "./ground.ts";
import { kubeconfig } from "./kubeconfig.ts";

/** Starts the Kubernetes-style API on a store. The returned function writes the administrator's kubeconfig and says where. */
export async function startApi(
  ground: Ground,
  store: ResourceStore,
  { history, security }: { readonly history: ResourceHistory; readonly security: ApiServerOptions["security"] },
): Promise<() => Promise<string>> {
  const { settings, kinds, authority, adminToken, logs, version, ready, metrics } = ground;
  const { dataDir, apiAddress } = settings;
  const names = certifiedNames(apiAddress);
  const certificate = await loadServerCertificate(dataDir, "api", authority, names, systemClock);
  const { clientAuthorityFile } = settings;
  const further = clientAuthorityFile === undefined ? [] : [await readSetting(clientAuthorityFile, "--client-ca-file")];
  const api = new ApiServer({
    store,
    history,
    kinds,
    security,
    identity: { ...certificate, clientAuthorities: [authority.certificate, ...further] },
    limits: {
      ...defaultApiLimits,
      maxConnections: settings.apiMaxConnections,
      maxRequests: settings.apiMaxRequests,
      maxBodyBytes: settings.apiMaxBody,
      requestTimeout: settings.apiRequestTimeout,
    },
    times: { clock: systemClock, defaultTimeout: 30 * 60_000, bookmarkInterval: 60_000, stallTimeout: 30_000 },
    ids: randomIds,
    log: logs.scope("http", "Requests to the API"),
    audit: logs.scope("audit", "A line for each write to the API, done or refused"),
    version,
    ready,
    answered: (method, code, seconds) => {
      metrics.requests.inc(method, String(code));
      metrics.requestSeconds.observe(seconds, method);
    },
  });
  const url = `https://${await ground.listen("api", api, apiAddress)}`;
  ground.announce("api", url);
  return async () => {
    const path = join(dataDir, "kubeconfig");
    const access = { server: reachable(url), authority: authority.certificate, token: adminToken };
    await writeFileAtomically(path, kubeconfig(access), 0o600);
    return path;
  };
}

/** The address a client on this machine can use, also where the server listens everywhere. */
function reachable(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
