import type { LogScopes } from "../base/log.ts";
import type { Counter } from "../base/metrics.ts";
import { SecretSource, type SecretSourceOptions } from "./secret-source.ts";

/** Opens the secrets; what is wrong with them is logged and counted. */
export function openSecrets(
  options: Pick<SecretSourceOptions, "store" | "authority" | "codec">,
  logs: LogScopes,
  errors: Counter,
): Promise<SecretSource> {
  const log = logs.scope("secrets", "Certificates and keys for proxies");
  return SecretSource.open({
    ...options,
    report: ({ key, message }) => {
      errors.inc();
      log.warn("Object cannot be used as a secret", { ...key, problem: message });
    },
    fault: (error) => log.warn("Store could not be read and is tried again", { error }),
  });
}
