import { isWildcardHost } from "../istio/host.ts";
import { labelSelector } from "../meta/label-selector.ts";
import { bool, choice, list, obj, opt, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";

/** Settings for some services, by their hosts. */
export const serviceSettings = obj({
  settings: opt(
    1,
    obj({ clusterLocal: opt(1, bool(), "Whether clients get endpoints of their own cluster only; default: no.") }),
    "The settings.",
  ),
  hosts: opt(2, list(str({ checks: [isWildcardHost] })), "Hosts of the services, such as `*.prod.svc.cluster.local`."),
});

/** Which services are seen in other clusters of an ambient mesh. */
export const serviceScopeConfig = obj({
  namespaceSelector: opt(1, labelSelector, "Namespaces of the services; absent: all."),
  servicesSelector: opt(2, labelSelector, "Labels of the services; absent: all."),
  scope: opt(
    3,
    choice({ LOCAL: 0, GLOBAL: 1 }),
    "`GLOBAL`: all clusters see them; `LOCAL`, the default: only their own.",
  ),
});

const visibility = choice({ VISIBILITY_UNSPECIFIED: 0, NONE: 1, NAMESPACE: 2, PUBLIC: 3 });

const visibilityPolicy = obj({
  visibility: opt(1, visibility, "How widely the entries that match are visible."),
  matchingRules: opt(
    2,
    list(
      obj({
        namespaceSelector: opt(1, labelSelector, "Labels of the entry's namespace.", { oneof: "matcher" }),
      }),
    ),
    "Conditions on the entry, all of which must hold.",
  ),
});

/** How widely service entries are visible, whatever they say themselves. */
export const serviceEntryVisibility = obj({
  defaultVisibility: opt(1, visibility, "For entries that no policy matches; default: `PUBLIC`."),
  applyToSidecars: opt(2, bool(), "Whether sidecars heed this too, instead of `exportTo` alone; default: no."),
  policies: opt(3, list(visibilityPolicy), "Policies in order; the first that matches decides."),
});

export interface ServiceSettings extends Infer<typeof serviceSettings> {}
export interface ServiceScopeConfig extends Infer<typeof serviceScopeConfig> {}
export interface ServiceEntryVisibility extends Infer<typeof serviceEntryVisibility> {}
