import { formatPath } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { LogFields, LogScope } from "../../base/log.ts";
import type { FollowNotice, KubernetesStoreOptions, ReadProblem } from "../../store/index.ts";
import { formatRule } from "./access-rules.ts";

/** Milliseconds for which a failure that goes on is not told again. */
const quietFor = 60_000;

/**
 * Tells the log what happens while objects of an API server are followed: each failure that lasts once a minute. `about` is
 * in every line. Default: nothing.
 */
export function followLog(
  log: LogScope,
  clock: Clock,
  about: LogFields = {},
): Pick<KubernetesStoreOptions, "report" | "notice"> {
  const told = new Map<string, number>();
  const isNew = (what: string) => {
    const now = clock.monotonic();
    if (now < (told.get(what) ?? Number.NEGATIVE_INFINITY) + quietFor) return false;
    told.set(what, now);
    return true;
  };
  return {
    report: (problem) => logProblem(log, problem, about),
    notice: (notice) => {
      const { group, plural } = notice.kind;
      const resource = group === "" ? plural : `${plural}.${group}`;
      switch (notice.type) {
        case "missing":
          return log.info("Kind is not installed; it is followed as soon as it is", { ...about, resource });
        case "found":
          return log.info("Kind was installed and is followed", { ...about, resource });
        case "old":
          return log.warn("Kind is installed in an old version, in which it is read: install a newer definition", {
            ...about,
            resource,
            version: notice.version,
          });
        case "following":
          return;
        case "failed":
          return logFailure(log, notice, { ...about, resource }, isNew);
      }
    },
  };
}

function logFailure(
  log: LogScope,
  { kind, namespace, error, wait }: FollowNotice & { readonly type: "failed" },
  about: LogFields & { readonly resource: string },
  isNew: (what: string) => boolean,
): void {
  const { resource } = about;
  const fields = { ...about, ...(namespace && { namespace }), error, retryMs: Math.round(wait) };
  if (error.code === "Forbidden") {
    const rule = formatRule({ group: kind.group, resource: kind.plural, verbs: ["get", "list", "watch"] });
    if (isNew(`${resource}/${namespace}`))
      log.error("Kind may not be read: add the rule to Fairway's role", { ...fields, rule });
    return;
  }
  // An outage meets all kinds at once: one of them is enough to tell.
  if (isNew(error.code)) log.warn("API server cannot be followed; what was read last stays in force", fields);
  else log.debug("API server cannot be followed", fields);
}

function logProblem(log: LogScope, { key, problems, kept }: ReadProblem, about: LogFields): void {
  const consequence = kept ? "its last good version stays in force" : "it is left out";
  for (const { code, path, message } of problems) {
    log.warn(`Object cannot be used; ${consequence}`, {
      ...about,
      ...key,
      code,
      path: formatPath(path),
      problem: message,
    });
  }
}
