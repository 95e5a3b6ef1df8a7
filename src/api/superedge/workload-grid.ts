import { column } from "../columns.ts";
import type { PrinterColumn } from "../kind.ts";
import { condition } from "../meta/condition.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { bool, list, map, obj, opt, str } from "../schema/build.ts";
import type { Schema } from "../schema/schema.ts";
import { asTemplate } from "./as-template.ts";
import { checkGridKey, gridUniqKey } from "./grid-key.ts";

/** Name under which `spec.template` goes where a template is named. */
export const defaultTemplate = "default";

/** The fields of a grid that makes one workload per place. */
export function workloadGridSpec<S extends Schema>(workloadSpec: S) {
  const template = asTemplate(workloadSpec);
  return obj({
    gridUniqKey,
    template: opt(0, template, "What the workloads look like; goes by the name 'default'."),
    templatePool: opt(0, map(template), "Further templates by name."),
    templates: opt(0, map(str()), "Which template a place gets: its label value to the template's name."),
    defaultTemplateName: opt(0, str(), "Template for places that `templates` does not name; default 'default'."),
    autoDeleteUnusedTemplate: opt(0, bool(), "Whether templates that no place uses are removed; default false."),
  });
}

/** The status of a grid that makes one workload per place. */
export function workloadGridStatus<S extends Schema>(workloadStatus: S) {
  return obj({
    states: opt(0, map(workloadStatus), "Status of each place's workload, by the label value."),
    conditions: opt(0, list(condition, { keys: ["type"] }), "Conditions of the grid."),
  });
}

/** What the rules and columns look at, whatever the workload is. */
interface WorkloadGrid extends Resource {
  readonly spec?:
    | {
        readonly gridUniqKey?: string | undefined;
        readonly template?: unknown;
        readonly templatePool?: { readonly [name: string]: unknown } | undefined;
        readonly templates?: { readonly [place: string]: string } | undefined;
        readonly defaultTemplateName?: string | undefined;
      }
    | undefined;
  readonly status?: { readonly states?: { readonly [place: string]: State } | undefined } | undefined;
}

interface State {
  readonly replicas?: number | undefined;
  readonly readyReplicas?: number | undefined;
}

/** The rules across a grid's fields. A missing template holds up only the places that would use it: hence warnings. */
export function checkWorkloadGrid(grid: WorkloadGrid, report: Report): void {
  checkGridKey(grid.spec, report);
  const { template, templatePool = {}, templates = {}, defaultTemplateName } = grid.spec ?? {};
  const isThere = (name: string) =>
    name === "" || name === defaultTemplate ? template !== undefined : Object.hasOwn(templatePool, name);
  for (const [place, name] of Object.entries(templates)) {
    if (!isThere(name)) report("FW0902", `should be a template of the grid, not '${name}'`, "spec", "templates", place);
  }
  if (defaultTemplateName !== undefined && !isThere(defaultTemplateName)) {
    report("FW0902", `should be a template of the grid, not '${defaultTemplateName}'`, "spec", "defaultTemplateName");
  }
}

function readyText({ status }: WorkloadGrid): string {
  const states = Object.values(status?.states ?? {});
  const sum = (of: (state: State) => number | undefined) => states.reduce((total, s) => total + (of(s) ?? 0), 0);
  return `${sum((s) => s.readyReplicas)}/${sum((s) => s.replicas)}`;
}

/** The columns of a grid that makes one workload per place. */
export const workloadGridColumns: readonly PrinterColumn[] = [
  column("Key", ".spec.gridUniqKey", "Node label whose values are the places."),
  column<WorkloadGrid>("Places", ({ status }) => Object.keys(status?.states ?? {}).length, "Places with a workload.", {
    type: "integer",
  }),
  column<WorkloadGrid>("Ready", readyText, "Ready pods out of all, in all places."),
  column<WorkloadGrid>(
    "Templates",
    ({ spec }) => Object.keys(spec?.templatePool ?? {}).length + (spec?.template === undefined ? 0 : 1),
    "Templates of the grid.",
    { type: "integer", priority: 1 },
  ),
];
