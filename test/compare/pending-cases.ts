const reasons: Readonly<Record<string, readonly string[]>> = {
  "Ingress is not translated yet": [
    "ingress-default-backend",
    "ingress-hosts-tls",
    "ingress-two-same-host",
    "mesh-ingress-class",
  ],
};

/** Our own cases in which Fairway does not answer as istiod, with the reason; one that does must leave the list. */
export const pendingCases: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
);
