import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../src/base/clock.ts";
import { xdsServerName } from "../../src/main/proxy-bootstrap.ts";
import { loadAuthority, loadServerCertificate } from "../../src/pki/index.ts";
import { type EnvoyCodec, loadEnvoyCodec } from "../../src/translate/index.ts";
import { baseCase } from "../compare/compared-case.ts";
import { CaseVersions } from "./case-versions.ts";
import { LiveControlPlane } from "./live-control-plane.ts";
import { LiveProxy } from "./live-proxy.ts";
import { certificateFiles } from "./made-up-secrets.ts";
import { moduleFiles } from "./module-files.ts";
import type { MachineFiles } from "./secluded-envoy.ts";

/** Eight real Envoys: sidecar and gateway, in plain text and with TLS, state-of-the-world and delta. */
export interface LiveFleet {
  readonly codec: EnvoyCodec;
  readonly versions: CaseVersions;
  readonly plane: LiveControlPlane;
  readonly proxies: readonly LiveProxy[];
  close(): Promise<void>;
}

/** Starts a control plane and its proxies. */
export async function startFleet(): Promise<LiveFleet> {
  // The paths of sockets must be short.
  const dir = mkdtempSync(join(tmpdir(), "fw-"));
  const codec = loadEnvoyCodec();
  const authority = await loadAuthority(dir, systemClock);
  const certificate = await loadServerCertificate(dir, "xds", authority, [xdsServerName], systemClock);
  const versions = new CaseVersions(codec, { authority, certificate });
  const plane = new LiveControlPlane({ decoder: codec, authority, certificate, first: firstVersion(versions) });
  await plane.open(dir);
  const files: MachineFiles = new Map<string, string | Uint8Array>([
    ...certificateFiles({ authority, certificate }, systemClock.now()),
    ...moduleFiles,
  ]);
  const proxies: LiveProxy[] = [];
  const close = async () => {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await plane.close();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    for (const type of ["sidecar", "router"] as const) {
      for (const transport of ["plain", "tls"] as const) {
        for (const mode of ["sotw", "delta"] as const) {
          proxies.push(await LiveProxy.start({ type, transport, mode, plane, authority, dir, files }));
        }
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { codec, versions, plane, proxies, close };
}

function firstVersion(versions: CaseVersions) {
  const base = baseCase();
  const [node] = base.nodes.values();
  if (!node) throw new Error("the world has no node");
  return versions.of(base)(node);
}
