import { isObject } from "../../base/json.ts";
import type { Resource } from "../resource.ts";
import { updateAt } from "./update-at.ts";
import { volumeSourceNames } from "./volume.ts";

type Fields = { readonly [name: string]: unknown };

/** The lists of containers, and what an item of them is called. */
const containerLists = { containers: "container", initContainers: "init", ephemeralContainers: "ephemeral" };

/** What the API server fills in for every pod and template, where it depends on other fields. Bad types pass through. */
export function defaultPodSpec(spec: unknown): unknown {
  if (!isObject(spec)) return spec;
  const account = textOf(spec.serviceAccountName) ?? textOf(spec.serviceAccount);
  const named = withDefaults(spec, { serviceAccountName: account, serviceAccount: account });
  const contained = inContainers(named, (c) => withDefaults(c, { imagePullPolicy: pullPolicyOf(c.image) }));
  return eachItem(contained, "volumes", (volume) =>
    volumeSourceNames.some((name) => volume[name] !== undefined) ? volume : { ...volume, emptyDir: {} },
  );
}

/**
 * What the API server fills in for pods only. Pods do not run here but are looked at, so that a mere sketch of one is
 * as good: unnamed containers get a name by their place.
 */
export function defaultPod(resource: Resource): Resource {
  return updateAt(resource, ["spec"], (raw) => {
    const spec = defaultPodSpec(raw);
    if (!isObject(spec)) return spec;
    const account = textOf(spec.serviceAccountName) ?? "default";
    const filled = withDefaults(spec, {
      containers: [],
      serviceAccountName: account,
      serviceAccount: account,
      enableServiceLinks: true,
    });
    const hostNetwork = spec.hostNetwork === true;
    return inContainers(filled, (container, place) =>
      hostPorts(requestsByLimits(withDefaults(container, { name: place })), hostNetwork),
    );
  }) as Resource;
}

/** When an image is pulled by default: always if its tag may come to mean another image. */
function pullPolicyOf(image: unknown): "Always" | "IfNotPresent" | undefined {
  const reference = textOf(image);
  if (reference === undefined) return undefined;
  const [name = "", digest] = reference.split("@");
  const tag = /:([^:/]+)$/.exec(name)?.[1] ?? (digest === undefined ? "latest" : undefined);
  return tag === "latest" ? "Always" : "IfNotPresent";
}

function requestsByLimits(container: Fields): Fields {
  const { resources } = container;
  if (!isObject(resources) || !isObject(resources.limits)) return container;
  const requests = isObject(resources.requests) ? resources.requests : {};
  return { ...container, resources: { ...resources, requests: { ...resources.limits, ...requests } } };
}

/** In the node's network a port of the pod is a port of the node. */
function hostPorts(container: Fields, hostNetwork: boolean): Fields {
  if (!hostNetwork) return container;
  return eachItem(container, "ports", (port) => withDefaults(port, { hostPort: port.containerPort }));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function withDefaults(fields: Fields, defaults: Fields): Fields {
  const missing = Object.entries(defaults).filter(([name, value]) => value !== undefined && fields[name] === undefined);
  return missing.length === 0 ? fields : { ...fields, ...Object.fromEntries(missing) };
}

function inContainers(spec: Fields, change: (container: Fields, place: string) => Fields): Fields {
  return Object.entries(containerLists).reduce(
    (result, [list, word]) => eachItem(result, list, (container, i) => change(container, `${word}-${i}`)),
    spec,
  );
}

function eachItem(fields: Fields, list: string, change: (item: Fields, index: number) => Fields): Fields {
  const items = fields[list];
  if (!Array.isArray(items)) return fields;
  return { ...fields, [list]: items.map((item, i) => (isObject(item) ? change(item, i) : item)) };
}
