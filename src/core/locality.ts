/** Where a workload runs. Empty parts are not known. */
export interface Locality {
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
}

export const nowhere: Locality = { region: "", zone: "", subzone: "" };

/** Reads `region/zone/subzone`; parts may be missing from the end. */
export function parseLocality(text: string): Locality {
  const [region = "", zone = "", subzone = ""] = text.split("/");
  return { region, zone, subzone };
}

/** `region/zone/subzone`, without empty parts at the end. */
export function formatLocality({ region, zone, subzone }: Locality): string {
  return [region, zone, subzone].join("/").replace(/\/+$/, "");
}
