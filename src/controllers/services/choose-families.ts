import { isIPv4 } from "node:net";
import type { KubernetesService } from "../../api/index.ts";
import { invalidService } from "./invalid-service.ts";

type Spec = KubernetesService["spec"];
export type Family = "IPv4" | "IPv6";

/** The IP families that a Service gets, the main one first, and the policy that says so. */
export interface Families {
  readonly ipFamilies: readonly Family[];
  readonly ipFamilyPolicy: NonNullable<Spec["ipFamilyPolicy"]>;
}

/** Chooses from what a Service asks for and the families that addresses can be had of, the default one first. */
export function chooseFamilies({ metadata, spec }: KubernetesService, available: readonly Family[]): Families {
  const [main = "IPv4"] = available;
  const given = spec.clusterIPs?.filter((ip) => ip !== "None") ?? [];
  const named = spec.ipFamilies ?? given.map((ip) => (isIPv4(ip) ? "IPv4" : "IPv6"));
  const first = named[0] ?? main;
  const other = first === "IPv4" ? "IPv6" : "IPv4";
  const headless = spec.clusterIP === "None";
  if (headless && Object.keys(spec.selector ?? {}).length === 0 && spec.ipFamilyPolicy === undefined) {
    // Nobody knows what its endpoints will be.
    return { ipFamilies: [first, named[1] ?? other], ipFamilyPolicy: "RequireDualStack" };
  }
  const twoNamed = named.length > 1;
  const ipFamilyPolicy = spec.ipFamilyPolicy ?? (twoNamed ? "RequireDualStack" : "SingleStack");
  const { name = "" } = metadata;
  const missing = named.find((family) => !available.includes(family));
  if (missing && !headless) throw invalidService(name, "spec.ipFamilies", `there is no range of ${missing} addresses`);
  if (ipFamilyPolicy === "SingleStack") return { ipFamilies: [first], ipFamilyPolicy };
  if (available.includes(other) || twoNamed) return { ipFamilies: [first, other], ipFamilyPolicy };
  if (ipFamilyPolicy === "RequireDualStack") {
    throw invalidService(name, "spec.ipFamilyPolicy", `there is no range of ${other} addresses`);
  }
  return { ipFamilies: [first], ipFamilyPolicy };
}
