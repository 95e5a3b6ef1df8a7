import { isIPv4 } from "node:net";
import { isCidr } from "../checks/address.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { condition } from "../meta/condition.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";

const differInFamily: Check<readonly string[]> = ([first, second], report) => {
  if (first !== undefined && second !== undefined && isIPv4(hostOf(first)) === isIPv4(hostOf(second))) {
    report("FW0644", "must be of another IP family than the first", 1);
  }
};

const hostOf = (range: string) => range.slice(0, range.indexOf("/"));

const serviceCidrSpec = obj({
  cidrs: opt(
    1,
    list(str({ checks: [isCidr] }), { minItems: 1, maxItems: 2, checks: [differInFamily] }),
    "Address ranges, one per IP family; once set they stay, but a second family may come.",
  ),
});

const serviceCidrStatus = obj({
  conditions: opt(1, list(condition, { keys: ["type"] }), "Conditions, such as 'Ready'."),
});

/** Ranges from which Services get their virtual addresses. */
export interface ServiceCidr extends Resource {
  readonly spec: Infer<typeof serviceCidrSpec>;
  readonly status?: Infer<typeof serviceCidrStatus> | undefined;
}

export const serviceCidrKind = defineKind<ServiceCidr>({
  group: "networking.k8s.io",
  kind: "ServiceCIDR",
  namespaced: false,
  versions: [{ name: "v1" }],
  doc: "Address ranges from which Services get their virtual addresses.",
  schema: obj({
    spec: req(2, serviceCidrSpec, "What is asked for."),
    status: opt(3, serviceCidrStatus, "What was done; written by controllers."),
  }),
  generation: false,
  columns: [column<ServiceCidr>("CIDRs", ({ spec }) => spec.cidrs?.join(","), "Address ranges.")],
  validate({ spec }, report) {
    if (spec.cidrs === undefined) report("FW0103", "must be set", "spec", "cidrs");
  },
  validateUpdate({ spec }, old, report) {
    old.spec.cidrs?.forEach((range, i) => {
      if (spec.cidrs?.[i] !== range) report("FW0116", `must stay '${range}'`, "spec", "cidrs", i);
    });
  },
  protobuf: { message: "k8s.io.api.networking.v1.ServiceCIDR", of: "object" },
});
