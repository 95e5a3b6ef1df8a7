import type { Resource } from "../../api/index.ts";
import { isObject } from "../../base/json.ts";
import type { GridPlan, GridType, WantedObject } from "./grid-type.ts";
import { gridAnnotations, gridLabels } from "./shared-parts.ts";

type Fields = { readonly [field: string]: unknown };
const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** Name of the template that is `spec.template`. */
const defaultTemplate = "default";

/** One Deployment for each place. */
export const deploymentGridType: GridType = {
  grid: { group: "superedge.io", kind: "DeploymentGrid" },
  child: { group: "apps", kind: "Deployment" },
  words: "deployment grid",
  perPlace: true,
  plan: planWorkloads,
  tidy: withoutUnusedTemplates,
  status: (grid, children) => ({ states: states(grid, children, shortStatus) }),
};

/** One StatefulSet for each place. */
export const statefulSetGridType: GridType = {
  grid: { group: "superedge.io", kind: "StatefulSetGrid" },
  child: { group: "apps", kind: "StatefulSet" },
  words: "statefulset grid",
  perPlace: true,
  plan: planWorkloads,
  tidy: withoutUnusedTemplates,
  status: (grid, children) => ({ states: states(grid, children, (status) => status) }),
};

function planWorkloads(grid: Resource, key: string, places: readonly string[]): GridPlan {
  const wanted = new Map<string, WantedObject>();
  const faults = new Map<string, string>();
  const spec = fieldsOf(grid.spec);
  for (const place of places) {
    const name = `${grid.metadata.name}-${place}`;
    const templateName = String(fieldsOf(spec.templates)[place] ?? spec.defaultTemplateName ?? "") || defaultTemplate;
    const template = templateName === defaultTemplate ? spec.template : fieldsOf(spec.templatePool)[templateName];
    if (isObject(template)) {
      const labels = gridLabels(grid, key);
      wanted.set(name, { labels, annotations: gridAnnotations(grid), spec: onNodesOf(template, key, place) });
    } else faults.set(name, `the template '${templateName}' of the place '${place}' is not in the grid`);
  }
  return { wanted, faults };
}

function withoutUnusedTemplates(grid: Resource): Resource {
  const spec = fieldsOf(grid.spec);
  if (spec.autoDeleteUnusedTemplate !== true) return grid;
  const used = new Set([spec.defaultTemplateName, ...Object.values(fieldsOf(spec.templates))]);
  const pool = Object.entries(fieldsOf(spec.templatePool));
  const kept = pool.filter(([name]) => used.has(name));
  return kept.length === pool.length ? grid : { ...grid, spec: { ...spec, templatePool: Object.fromEntries(kept) } };
}

/** The template with its pods held to the nodes of one place. */
function onNodesOf(template: Fields, key: string, place: string): Fields {
  const pod = fieldsOf(template.template);
  const podSpec = fieldsOf(pod.spec);
  const nodeSelector = { ...fieldsOf(podSpec.nodeSelector), [key]: place };
  return { ...template, template: { ...pod, spec: { ...podSpec, nodeSelector } } };
}

/** The status of each place's workload, by the place. */
function states(grid: Resource, children: readonly Resource[], shown: (status: Fields) => Fields): Fields {
  const prefix = `${grid.metadata.name}-`;
  const entries = children.map(({ metadata, status }): [string, Fields] => [
    (metadata.name ?? "").slice(prefix.length),
    shown(fieldsOf(status)),
  ]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Of a Deployment's status what tells how a place does; the rest changes all the time. */
function shortStatus({ replicas, readyReplicas, conditions }: Fields): Fields {
  const available = (Array.isArray(conditions) ? conditions.filter(isObject) : []).filter(
    ({ type }) => type === "Available",
  );
  return {
    ...(replicas !== undefined && { replicas }),
    ...(readyReplicas !== undefined && { readyReplicas }),
    ...(available.length > 0 && { conditions: available }),
  };
}
