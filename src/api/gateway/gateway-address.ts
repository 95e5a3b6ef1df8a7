import { uniqueBy } from "../checks/across.ts";
import { validIp } from "../checks/address.ts";
import { list, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { addressType, validGatewayHostname } from "./names.ts";

interface Address {
  readonly type?: string | undefined;
  readonly value?: string | undefined;
}

const valueFitsType: Check<Address> = ({ type, value }, report) => {
  if (value === undefined) return;
  if (type === "IPAddress" && !validIp(value)) report("FW0206", `must be an IP address, not '${value}'`, "value");
  if (type === "Hostname" && !validGatewayHostname(value)) {
    report("FW0204", `must be a host name, not '${value}'`, "value");
  }
};

const typeField = opt(
  0,
  addressType,
  "What the value is: 'IPAddress' (default), 'Hostname', or an implementation's own type.",
  { default: "IPAddress" },
);

/** An address that a Gateway asks for; without a value, any one of the type. */
export const gatewayAddress = obj(
  { type: typeField, value: opt(0, str({ maxLength: 253 }), "The address; absent: one is assigned.") },
  { checks: [valueFitsType] },
);

/** The addresses that a Gateway asks for. */
export const gatewayAddresses = list(gatewayAddress, {
  maxItems: 16,
  checks: [
    uniqueBy(({ type, value }) => {
      const comparable = value !== undefined && (type === "IPAddress" || type === "Hostname");
      return comparable ? `${type} ${value}` : undefined;
    }),
  ],
});

/** An address under which a Gateway can be reached. */
export const gatewayStatusAddress = obj(
  { type: typeField, value: req(0, str({ minLength: 1, maxLength: 253 }), "The address.") },
  { checks: [valueFitsType] },
);

export interface GatewayAddress extends Infer<typeof gatewayAddress> {}
export interface GatewayStatusAddress extends Infer<typeof gatewayStatusAddress> {}
