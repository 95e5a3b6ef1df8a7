import { stringify } from "yaml";
import { builtInCatalog } from "../../src/api/index.ts";
import { servedKinds } from "../../src/edge/index.ts";
import { type AccessRule, accessRules } from "../../src/main/kubernetes/access-rules.ts";

/** A rule as it stands in a role. */
export interface RoleRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** The rules of all roles, by where they hold, and those of the wrapper of edge nodes. */
export function roleRules(): { readonly [scope in AccessRule["scope"] | "edge"]: readonly RoleRule[] } {
  const kinds = builtInCatalog();
  const rules = accessRules(kinds);
  const of = (scope: AccessRule["scope"]) => gathered(rules.filter((rule) => rule.scope === scope));
  return { cluster: of("cluster"), watched: of("watched"), own: of("own"), edge: edgeRules() };
}

/** As YAML that the chart's templates read. */
export function chartRules(): string {
  const note = "# Made from src/main/kubernetes/access-rules.ts by `npm run docs`: do not edit.\n";
  return note + stringify(roleRules(), { flowCollectionPadding: false, collectionStyle: "any", lineWidth: 0 });
}

/** What the wrapper follows, and what kube-proxy writes through it. */
function edgeRules(): readonly RoleRule[] {
  const kinds = builtInCatalog();
  const reading = servedKinds.map((type) => {
    const { group, plural } = kinds.get(type);
    return { group, resource: plural, verbs: ["get", "list", "watch"] };
  });
  const events = ["", "events.k8s.io"].map((group) => ({
    group,
    resource: "events",
    verbs: ["create", "patch", "update"],
  }));
  return gathered([...reading, ...events]);
}

/** Rules that differ in their resources only, as one. */
function gathered(rules: readonly Pick<AccessRule, "group" | "resource" | "verbs" | "names">[]): readonly RoleRule[] {
  const alike = Map.groupBy(rules, ({ group, verbs, names }) => JSON.stringify([group, verbs, names]));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return {
      apiGroups: [first.group],
      resources: [...new Set(group.map(({ resource }) => resource))].sort(),
      ...(first.names && { resourceNames: first.names }),
      verbs: first.verbs,
    };
  });
}
