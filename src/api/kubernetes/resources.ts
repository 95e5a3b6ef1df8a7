import { validQualifiedName } from "../checks/names.ts";
import type { Report } from "../problem.ts";
import { choice, list, map, obj, opt, req, str } from "../schema/build.ts";
import { quantity } from "../schema/formats.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { filledText } from "./filled-text.ts";
import { quantityValue } from "./quantity-value.ts";

type Amounts = { readonly [resource: string]: number | string };

const areNotNegative: Check<Amounts> = (amounts, report) => {
  for (const [name, amount] of Object.entries(amounts)) {
    if ((quantityValue(amount) ?? 0n) < 0n) report("FW0105", `must not be negative: '${amount}'`, name);
  }
};

/** Amounts by resource: `cpu`, `memory`, `ephemeral-storage`, `hugepages-<size>` or an extended resource. */
export const resourceList = map(quantity(), { checks: [areNotNegative] });

/** Whether containers can ask for a resource of that name. */
function validContainerResource(name: string): boolean {
  if (name.includes("/")) return validQualifiedName(name);
  return ["cpu", "memory", "ephemeral-storage"].includes(name) || name.startsWith("hugepages-");
}

const areContainerResources: Check<Amounts> = (amounts, report) => {
  for (const name of Object.keys(amounts)) {
    if (validContainerResource(name)) continue;
    report("FW0602", `must be 'cpu', 'memory', 'ephemeral-storage', 'hugepages-<size>' or '<domain>/<name>'`, name);
  }
};

const containerAmounts = map(quantity(), { checks: [areNotNegative, areContainerResources] });

interface Requirements {
  readonly limits?: Amounts | undefined;
  readonly requests?: Amounts | undefined;
}

function requestsFitLimits({ limits = {}, requests = {} }: Requirements, report: Report): void {
  for (const [name, request] of Object.entries(requests)) {
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    if (limit === undefined) continue;
    const [asked, most] = [quantityValue(request), quantityValue(limit)];
    if (asked === undefined || most === undefined || asked <= most) continue;
    report("FW0603", `must be at most the limit '${limit}', not '${request}'`, "requests", name);
  }
}

const resourceClaim = obj({
  name: req(1, filledText, "Name of an entry in the pod's `resourceClaims`."),
  request: opt(2, str(), "Which request of the claim is meant; all of them if absent."),
});

/** What a container may use and what is set aside for it. */
export const resourceRequirements = obj(
  {
    limits: opt(1, containerAmounts, "The most that may be used of each resource."),
    requests: opt(2, containerAmounts, "What is set aside of each resource; by default as much as the limit."),
    claims: opt(
      3,
      list(resourceClaim, { keys: ["name"], patchReplaces: true }),
      "Claims of the pod that the container uses.",
    ),
  },
  { checks: [requestsFitLimits] },
);

/** How large a volume must be. */
export const volumeResourceRequirements = obj(
  {
    limits: opt(1, resourceList, "The largest size the volume may have."),
    requests: opt(2, resourceList, "The size the volume must have at least, as `storage`."),
  },
  { checks: [requestsFitLimits] },
);

/** What happens to a running container when its share of a resource changes. */
export const containerResizePolicy = obj({
  resourceName: req(1, choice(["cpu", "memory"]), "The resource: 'cpu' or 'memory'."),
  restartPolicy: req(
    2,
    choice(["NotRequired", "RestartContainer"]),
    "Whether the container restarts for it: 'NotRequired' or 'RestartContainer'.",
  ),
});

export interface ResourceRequirements extends Infer<typeof resourceRequirements> {}
