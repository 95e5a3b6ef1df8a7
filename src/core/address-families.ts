/** The families of addresses that a proxy has itself. */
export type AddressFamilies = "4" | "6" | "46" | "";

/** Whether there are IPv4 addresses, IPv6 addresses, or both. */
export function familiesOf(addresses: readonly string[]): AddressFamilies {
  const four = addresses.some((address) => !address.includes(":"));
  const six = addresses.some((address) => address.includes(":"));
  return four ? (six ? "46" : "4") : six ? "6" : "";
}

/** What listens on all addresses of a proxy; the first one gives listeners their names. */
export function wildcardAddresses(families: AddressFamilies): readonly [string, ...string[]] {
  if (families === "6") return ["::"];
  return families === "46" ? ["0.0.0.0", "::"] : ["0.0.0.0"];
}
