import type { SidecarScope } from "./sidecar/sidecar-scope.ts";

const known = new WeakMap<SidecarScope["services"], ReadonlySet<string>>();

const none: ReadonlySet<string> = new Set();

/** The labels of nodes by which services in scope keep their clients in one place; the very same set if there are none. */
export function placeKeys({ services }: SidecarScope): ReadonlySet<string> {
  const last = known.get(services);
  if (last) return last;
  let keys = none;
  for (const { topology } of services) if (topology) keys = new Set([...keys, ...topology.keys]);
  known.set(services, keys);
  return keys;
}
