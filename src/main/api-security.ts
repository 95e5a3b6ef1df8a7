import { readFile } from "node:fs/promises";
import { systemClock } from "../base/clock.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import { randomIds } from "../base/ids.ts";
import type { ResourceStore } from "../core/index.ts";
import {
  Authenticator,
  defaultPolicies,
  KnownTokens,
  parseTokenFile,
  Rbac,
  ServiceAccountTokens,
} from "../http/index.ts";
import { loadSigningKey } from "../pki/index.ts";
import type { Ground } from "./ground.ts";

/** Who may do what on the API of this data directory. Gives the store the roles that everybody relies on. */
export async function apiSecurity({ settings, store, adminToken }: Ground) {
  const { dataDir, domainSuffix, tokenFile } = settings;
  const tokens = new ServiceAccountTokens({
    store,
    clock: systemClock,
    ids: randomIds,
    key: await loadSigningKey(dataDir, "service-accounts"),
    issuer: `https://kubernetes.default.svc.${domainSuffix}`,
  });
  const listed =
    tokenFile === undefined ? [] : parseTokenFile(await readSetting(tokenFile, "--token-auth-file"), tokenFile);
  await createDefaults(store);
  const authenticator = new Authenticator(new KnownTokens(adminToken, listed), tokens, systemClock);
  return { authenticator, rbac: new Rbac(store), tokens };
}

/** The text of a file that a setting names. */
export async function readSetting(path: string, flag: string): Promise<string> {
  return readFile(path, "utf8").catch((cause: unknown) => {
    throw new FairwayError("Settings", `${flag}: ${path} cannot be read`, { cause });
  });
}

/** What was changed stays as it is; what is missing comes back with the next start, as with Kubernetes. */
async function createDefaults(store: ResourceStore): Promise<void> {
  const creates = defaultPolicies().map((policy) =>
    store.create(policy).catch((error: unknown) => {
      if (!isFault(error, "AlreadyExists")) throw error;
    }),
  );
  await Promise.all(creates);
}
