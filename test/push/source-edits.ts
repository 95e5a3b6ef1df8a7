/** Another source of the product. */
export interface SourceEdit {
  readonly name: string;
  /** Below `src`. */
  readonly file: string;
  /** What the file has exactly once, and what stands there instead. */
  readonly right: string;
  readonly wrong: string;
}

/** Mistakes, as somebody might have made them, that the random changes have to bring to light. */
export const plantedBugs: readonly SourceEdit[] = [
  {
    name: "a cache key without the rule of the service",
    file: "translate/plan-cache.ts",
    right: "if (!Object.hasOwn(b, field) || !sameKey(a[field], b[field], depth)) return false;",
    wrong: 'if (field !== "rule" && !(Object.hasOwn(b, field) && sameKey(a[field], b[field], depth))) return false;',
  },
  {
    name: "a view key without the labels by which something chooses",
    file: "mesh/view-identity.ts",
    right: "      of,\n      labels,\n      workloadNetwork,",
    wrong: "      of,\n      workloadNetwork,",
  },
  {
    name: "a view key without what the workload serves",
    file: "mesh/view-identity.ts",
    right: "    targets.map(({ service, port, targetPort }) =>",
    wrong: "    targets.slice(0, 0).map(({ service, port, targetPort }) =>",
  },
  {
    name: "a view key without the place of the node",
    file: "mesh/view-identity.ts",
    right: "    ...(place ? [place] : []),\n",
    wrong: "",
  },
  {
    name: "a placement that is kept though its node moved",
    file: "mesh/placement.ts",
    right: "    registry.placeOf(proxy),\n    registry.serviceTargets(proxy),\n",
    wrong: "    registry.serviceTargets(proxy),\n",
  },
  {
    name: "a placement that is kept though a workload changed",
    file: "mesh/placement.ts",
    right: "const found = last?.registry === registry ? last.found",
    wrong: "const found = last ? last.found",
  },
  {
    name: "a choice of endpoints that is kept though a node moved",
    file: "registry/near-endpoints.ts",
    right: "if (last?.places === places) return last;",
    wrong: "if (last) return last;",
  },
  {
    name: "moves of nodes that nobody is told of",
    file: "mesh/environment-change.ts",
    right: '["proxy", workloads.size + nodes.size],',
    wrong: '["proxy", workloads.size],',
  },
  {
    name: "a placement that is kept though a Sidecar changed",
    file: "mesh/placement.ts",
    right: '    proxy.type === "router" ? snapshot.gateways : snapshot.sidecars,\n',
    wrong: "",
  },
  {
    name: "a piece of planning that forgets that it read endpoints",
    file: "translate/recall/registry-reader.ts",
    right: "return this.#reads.find(find.endpoints, service);",
    wrong: "return this.#registry.endpoints(service);",
  },
  {
    name: "a piece of planning that forgets that it read a rule",
    file: "translate/recall/reads.ts",
    right: "if (answer !== log[i + 2] && !sameKey(log[i + 2], answer)) return false;",
    wrong: "if (answer !== log[i + 2] && answer !== undefined && !sameKey(log[i + 2], answer)) return false;",
  },
  {
    name: "a group of pieces that forgets what they read",
    file: "translate/recall/recall.ts",
    right: "if (read) reads.add(piece, read);",
    wrong: "if (read && piece === id) reads.add(piece, read);",
  },
  {
    name: "a namespace that takes what another one has without reading the same",
    file: "translate/recall/recall.ts",
    right: "like && this.#holds(like, given) ? like",
    wrong: "like && sameGiven(like.given, given) ? like",
  },
  {
    name: "a scope that does not depend on rules of the root namespace",
    file: "mesh/sidecar/scope-dependencies.ts",
    right: "rule.namespace === scope.namespace || rule.namespace === rootNamespace;\n  const concerns",
    wrong: "rule.namespace === scope.namespace;\n  const concerns",
  },
  {
    name: "a batch of changes that replaces the one before it",
    file: "mesh/environment.ts",
    right: "this.#resources.push(...objects);",
    wrong: "this.#resources = [...objects];",
  },
  {
    name: "changes of endpoints that nobody is told of",
    file: "mesh/environment-change.ts",
    right: '["endpoint", behind.length - headless.length],',
    wrong: "",
  },
  {
    name: "a registry that does not look at who was made from a workload",
    file: "registry/registry.ts",
    right: "for (const note of notes) for (const origin of this.#dependents.of(note)) origins.add(origin);",
    wrong: "void notes;",
  },
  {
    name: "a push queue that loses what comes while it pushes",
    file: "deliver/push-queue.ts",
    right: "if (since) this.enqueue(client, since);",
    wrong: "void since;",
  },
  {
    name: "a difference that does not tell what is gone",
    file: "deliver/resource-group.ts",
    right: "Array.from(before.keys()).filter((name) => !after.has(name));",
    wrong: "[];",
  },
  {
    name: "a version that does not tell one virtual host from another",
    file: "main/encode-route-table.ts",
    right: "...hosts.map(({ version }) => version)]",
    wrong: "...hosts.map(() => 1)]",
  },
  {
    name: "a push to who has it all",
    file: "deliver/sotw-subscription.ts",
    right: "const same = parcels.length === 0 && removed.length === 0 && begun;",
    wrong: "const same = set === this.#has;",
  },
];

/** The product without what it remembers: whoever is sent the same with them must be sent the same without. */
export const withoutMemory: readonly SourceEdit[] = [
  {
    name: "without the cache of resources",
    file: "translate/plan-cache.ts",
    right: "    if (known) {\n      this.#hits += 1;",
    wrong: "    if (known && false) {\n      this.#hits += 1;",
  },
  {
    name: "without pieces of planning from before",
    file: "translate/recall/recall.ts",
    right: "this.#pieces = before ? before.pieces : new Map();",
    wrong: "this.#pieces = new Map();",
  },
];
