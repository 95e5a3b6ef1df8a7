import { columns } from "../../cli/index.ts";
import { meshTopologyAnnotation } from "../../topology/index.ts";
import type { GridOverview, RuledService } from "./grid-overview.ts";
import type { NodeReach, ReachedService } from "./node-reach.ts";

/** Places, grids and Services, one table below the other. */
export function overviewTable({ units, grids, services }: GridOverview): string {
  if (grids.length === 0 && services.length === 0)
    return "no grids, and no Services with the annotation topologyKeys\n";
  const tables = [
    columns(
      ["KEY", "VALUE", "NODES"],
      units.map(({ key, value, nodes }) => [key, value ?? "<none>", nodes.join(",")]),
    ),
    columns(
      ["GRID", "KEY", "STATE", "MADE"],
      grids.map(({ kind, name, key, state, made }) => [
        `${kind} ${name}`,
        key || "<none>",
        state ?? "-",
        made.join(",") || "-",
      ]),
    ),
    columns(
      ["SERVICE", "RULE", "PROXIES"],
      services.map((service) => [service.name, ruleText(service), proxiesText(service)]),
    ),
  ];
  const filled = [units, grids, services].map(({ length }) => length > 0);
  return tables.filter((_, i) => filled[i]).join("\n");
}

/** What a node's clients see of each Service, endpoint by endpoint; below it which Services they cannot reach at all. */
export function reachTable({ node, known, labels, services }: NodeReach): string {
  const own = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  const head = known ? `${node}: ${own.join(" ") || "none of the labels that Services go by"}` : `${node}: not known`;
  if (services.length === 0) return `${head}\n\nno Services with the annotation topologyKeys\n`;
  const rows = services.flatMap((service) =>
    service.endpoints.map(({ addresses, node: at, ready, reached, why }) => [
      service.name,
      addresses.join(",") + (ready ? "" : " (not ready)"),
      at || "-",
      reached ? "yes" : "no",
      why,
    ]),
  );
  const table = rows.length > 0 ? columns(["SERVICE", "ENDPOINT", "NODE", "REACHED", "WHY"], rows) : "";
  return [`${head}\n`, table, notes(services)].filter((part) => part !== "").join("\n");
}

function notes(services: readonly ReachedService[]): string {
  const lines = services.flatMap(({ name, fault, holdsProxies, unreachable }) => [
    ...(unreachable ? [`${name} has nothing to reach from here: ${unreachable}`] : []),
    ...(fault ? [`${name} has no rule: its annotation topologyKeys ${fault}`] : []),
    ...(holdsProxies || fault ? [] : [`${name} does not hold proxies: ${meshTopologyAnnotation} is false`]),
  ]);
  return lines.map((line) => `${line}\n`).join("");
}

function ruleText({ rule, fault }: RuledService): string {
  if (!rule) return `not understood: ${fault}`;
  return rule.mode === "any" ? `any of ${rule.keys.join(",")}` : `first of ${rule.keys.join(",")}`;
}

function proxiesText({ rule, holdsProxies }: RuledService): string {
  return rule && holdsProxies ? "held" : "not held";
}
