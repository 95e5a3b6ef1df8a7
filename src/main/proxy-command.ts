import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Command, Given } from "../cli/index.ts";
import { outputFlag, print } from "../cli/index.ts";
import { envoyFlag, envoyFor } from "./envoy/envoy-for.ts";
import { lifetimeFlag, lifetimeOf, proxyFlags, proxyOf } from "./proxy-flags.ts";

/** `fairway proxy`: an Envoy of the mesh; and `fairway proxy bootstrap`, which only prints what it would be started with. */
export const proxyCommands: readonly Command[] = [
  {
    name: "proxy",
    summary: "Run an Envoy with a generated bootstrap and a workload identity",
    arguments: [{ form: "[ENVOY_ARGUMENTS...]", doc: "More arguments for Envoy, after --." }],
    flags: [...proxyFlags, lifetimeFlag("24h"), envoyFlag],
    examples: [
      "fairway proxy --name web-1 --namespace shop --service-account web --labels app=web",
      "fairway proxy --node-type router --name ingress-1 -n istio-system --labels istio=ingressgateway",
      "fairway proxy --name web-1 --envoy /usr/local/bin/envoy -- --log-level debug",
    ],
    async run(given, terminal) {
      const { runEnvoy } = await import("./run-envoy.ts");
      const program = await envoyFor(given, terminal);
      const directory = given.text("identity-dir");
      const dir = await identityDirectory(directory);
      try {
        const { bootstrap, renew } = await prepare(given, dir);
        return await runEnvoy({
          program,
          args: given.args,
          bootstrap,
          dir,
          ...(renew && { renew: { every: Math.min(lifetimeOf(given) * 0.45, week), run: renew } }),
          warn: (message) => terminal.err(`warning: ${message}\n`),
        });
      } finally {
        if (directory === undefined) await rm(dir, { recursive: true, force: true });
      }
    },
  },
  {
    name: "proxy bootstrap",
    summary: "Print a bootstrap with which plain Envoy is a proxy of the mesh",
    flags: [...proxyFlags, lifetimeFlag("720h"), { ...outputFlag, choices: ["json", "yaml"], default: "json" }],
    examples: [
      "fairway proxy bootstrap --name web-1 --namespace shop --service-account web > bootstrap.json",
      "fairway proxy bootstrap --name web-1 --xds-address 127.0.0.1:15010 --mode sotw -o yaml",
    ],
    async run(given, terminal) {
      const { bootstrap } = await prepare(given, () => identityDirectory(given.text("identity-dir")));
      print(given, terminal, bootstrap, () => "");
      return 0;
    },
  },
];

/** A timer cannot wait for much longer. */
const week = 7 * 24 * 60 * 60 * 1000;

interface Prepared {
  readonly bootstrap: object;
  /** Issues the certificate anew; absent in plain text. */
  readonly renew?: () => Promise<void>;
}

/** Makes the bootstrap and, for TLS, the certificate that goes with it. */
async function prepare(given: Given, dir: string | (() => Promise<string>)): Promise<Prepared> {
  const proxy = proxyOf(given);
  const { proxyBootstrap } = await import("./proxy-bootstrap.ts");
  if (given.text("xds-address") !== undefined) return { bootstrap: proxyBootstrap(proxy) };
  const [{ readAuthority }, { writeIdentityFile }] = await Promise.all([
    import("../pki/index.ts"),
    import("./proxy-identity-file.ts"),
  ]);
  const dataDir = given.text("data-dir") ?? "";
  const { namespace, serviceAccount } = proxy;
  const identity = { trustDomain: given.text("trust-domain") ?? "", namespace, serviceAccount };
  const authority = await readAuthority(dataDir);
  const place = typeof dir === "string" ? dir : await dir();
  const options = { authority, identity, lifetime: lifetimeOf(given), dir: place };
  const identityFile = await writeIdentityFile(options);
  const tls = { authority: authority.certificate, identityFile };
  return {
    bootstrap: proxyBootstrap({ ...proxy, tls }),
    renew: async () => void (await writeIdentityFile({ ...options, authority: await readAuthority(dataDir) })),
  };
}

/** The directory for keys, for its owner only; a temporary one if none was given. */
async function identityDirectory(given: string | undefined): Promise<string> {
  if (given === undefined) return mkdtemp(join(tmpdir(), "fairway-proxy-"));
  // Envoy may be started elsewhere.
  const dir = resolve(given);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return dir;
}
