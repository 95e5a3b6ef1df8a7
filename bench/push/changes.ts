import type { BenchChange } from "../../src/main/bench/bench-plan.ts";
import type { KubeClient } from "../../test/peers/kube-client.ts";
import type { XdsType } from "./fleet.ts";
import {
  countsFor,
  destinationRule,
  meshSettings,
  namespaceOf,
  policy,
  service,
  slice,
  virtualService,
} from "./sample-mesh.ts";

/** One change of the mesh, and how to know that a sidecar has it. */
export interface MarkedChange {
  /** Bytes that are nowhere but in what this change makes. */
  readonly marker: Uint8Array;
  /** The types of resources that must all have the marker. */
  readonly types: readonly XdsType[];
  /** Only sidecars of this namespace are concerned; absent: all. */
  readonly namespace?: string;
  write(client: KubeClient): Promise<void>;
}

/** A change other than the churn, which is many. */
export type SingleChange = Exclude<BenchChange, "churn">;

/** Changes of which `size` objects may change at once. */
export const sizedChanges: readonly SingleChange[] = ["virtualservice", "destinationrule", "endpoints"];

/** What to make a change from. */
export interface ChangeOptions {
  /** Never the same twice in a run. */
  readonly number: number;
  /** Objects that change at once; the last of them has the marker. */
  readonly size: number;
  /** Services in the mesh. */
  readonly services: number;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Of one length, so that none is the beginning of another. */
const nameOf = (number: number): string => `bench-${String(number).padStart(6, "0")}`;

/** An address that no endpoint of the mesh has; of one length, as names are. */
export const addressOf = (number: number): string => {
  const byte = (value: number) => 100 + (Math.floor(value) % 100);
  return `10.${byte(number / 10_000)}.${byte(number / 100)}.${byte(number)}`;
};

/** New services have addresses above those of any mesh. */
const beyondServices = 40_000;

/** Makes a change that sidecars can find. */
export const markedChange: Readonly<Record<SingleChange, (options: ChangeOptions) => MarkedChange>> = {
  virtualservice: (options) => {
    const name = nameOf(options.number);
    const count = countsFor(options.services).virtualServices;
    const write = (client: KubeClient) =>
      writeMany(options, count, (i, isLast) =>
        client.merge(virtualService(i, isLast ? `/${name}` : `/other-${options.number}`)),
      );
    return { marker: bytes(name), types: ["RDS"], write };
  },
  destinationrule: (options) => {
    const count = countsFor(options.services).destinationRules;
    const limit = 2 ** 28 + options.number;
    const write = (client: KubeClient) =>
      writeMany(options, count, (i, isLast) =>
        client.merge(destinationRule(i, isLast ? limit : 1000 + options.number)),
      );
    return { marker: maxConnections(limit), types: ["CDS"], write };
  },
  endpoints: (options) => {
    const address = addressOf(2 * options.number);
    const other = addressOf(2 * options.number + 1);
    const write = (client: KubeClient) =>
      writeMany(options, options.services, (i, isLast) => client.merge(slice(i, isLast ? address : other)));
    return { marker: bytes(address), types: ["EDS"], write };
  },
  service: ({ number }) => {
    const name = nameOf(number);
    const write = (client: KubeClient) => client.create(service(name, beyondServices + number));
    return { marker: bytes(name), types: ["CDS", "LDS", "RDS"], write };
  },
  authorizationpolicy: ({ number }) => {
    const name = nameOf(number);
    const write = (client: KubeClient) => client.merge(policy(name));
    return { marker: bytes(name), types: ["LDS"], namespace: namespaceOf(0), write };
  },
  meshconfig: ({ number }) => {
    const name = nameOf(number);
    const write = (client: KubeClient) => client.merge(meshSettings(`/dev/${name}`));
    return { marker: bytes(name), types: ["LDS"], write };
  },
};

/** Writes the unmarked objects side by side, and then the last one. */
async function writeMany(
  { number, size }: ChangeOptions,
  count: number,
  write: (object: number, isLast: boolean) => Promise<void>,
): Promise<void> {
  // Others each time, and none twice.
  const objects = Array.from({ length: Math.min(size, count) }, (_, i) => (number * 37 + i) % count);
  await Promise.all(objects.slice(1).map((object) => write(object, false)));
  await write(objects[0] ?? 0, true);
}

/** How Envoy's circuit breakers say a number of connections: field 2, a UInt32Value. */
function maxConnections(limit: number): Uint8Array {
  const number: number[] = [];
  for (let rest = limit; rest > 0; rest = Math.floor(rest / 128)) {
    number.push((rest % 128) + (rest >= 128 ? 128 : 0));
  }
  return Uint8Array.from([0x12, number.length + 1, 0x08, ...number]);
}
