import type { Gauge, Metrics } from "../base/metrics.ts";
import { type ConnectedClient, type DeliveryEvents, noEvents, xdsTypes } from "../deliver/index.ts";

/** Refusals by the type that was refused. */
export type RejectMetrics = ReadonlyMap<string, Gauge>;

/** Declares a gauge for each type that istiod has one for, once. */
export function registerRejectMetrics(metrics: Metrics): RejectMetrics {
  const gauge = (short: string) =>
    metrics.gauge(
      `pilot_xds_${short}_reject`,
      `Responses of ${short.toUpperCase()} that a client refused since it connected, by the node's id and the code it gave.`,
      ["node", "err"],
    );
  return new Map([
    [xdsTypes.cluster, gauge("cds")],
    [xdsTypes.endpoint, gauge("eds")],
    [xdsTypes.listener, gauge("lds")],
    [xdsTypes.route, gauge("rds")],
  ]);
}

const codeNames: readonly string[] = [
  ...["OK", "Canceled", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound", "AlreadyExists"],
  ...["PermissionDenied", "ResourceExhausted", "FailedPrecondition", "Aborted", "OutOfRange", "Unimplemented"],
  ...["Internal", "Unavailable", "DataLoss", "Unauthenticated"],
];

/** What one client refused, of one type and for one reason. */
interface Refusals {
  readonly gauge: Gauge;
  readonly err: string;
  readonly count: number;
}

/** Counts refusals for as long as the client is connected: who is gone leaves no series behind. */
export function countRejects(metrics: RejectMetrics): DeliveryEvents {
  const own = new WeakMap<ConnectedClient, Map<string, Refusals>>();
  return {
    ...noEvents,
    answered: (client, { type, acknowledgement }, answer) => {
      const gauge = metrics.get(type);
      if (!gauge || answer !== "refused") return;
      // Clients choose the number: those that are no code are one label.
      const err = codeNames[acknowledgement.errorCode] ?? "other";
      const refusals = own.get(client) ?? new Map<string, Refusals>();
      own.set(client, refusals);
      const { count } = refusals.get(`${type} ${err}`) ?? { count: 0 };
      refusals.set(`${type} ${err}`, { gauge, err, count: count + 1 });
      gauge.set(gauge.get(client.proxy.id, err) + 1, client.proxy.id, err);
    },
    disconnected: (client) => {
      for (const { gauge, err, count } of own.get(client)?.values() ?? []) {
        // Another connection of the same node may have refused too.
        const left = gauge.get(client.proxy.id, err) - count;
        if (left > 0) gauge.set(left, client.proxy.id, err);
        else gauge.remove(client.proxy.id, err);
      }
    },
  };
}
