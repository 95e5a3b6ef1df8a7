import { atLeastOne } from "../checks/across.ts";
import { inline, int32, int64, obj, opt, ptr, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { execAction, grpcAction, httpGetAction, sleepAction, tcpSocketAction } from "./probe-handler.ts";

const handler = { oneof: "handler" };

const probeHandlers = inline(1, {
  exec: ptr(1, execAction, "Succeeds when a command in the container exits with 0.", handler),
  httpGet: ptr(2, httpGetAction, "Succeeds when a GET request is answered with a status from 200 to 399.", handler),
  tcpSocket: ptr(3, tcpSocketAction, "Succeeds when a TCP connection opens.", handler),
  grpc: ptr(4, grpcAction, "Succeeds when the gRPC health service says 'SERVING'.", handler),
});

const count = int32({ min: 0 });

/** How the health of a container is asked for. */
export const probe = obj(
  {
    ...probeHandlers,
    initialDelaySeconds: opt(2, count, "Seconds after the container's start before the first try; default 0."),
    timeoutSeconds: opt(3, count, "Seconds after which a try has failed; default 1.", { default: 1 }),
    periodSeconds: opt(4, count, "Seconds between tries; default 10.", { default: 10 }),
    successThreshold: opt(
      5,
      count,
      "Successes in a row that end a failure; default 1, and always 1 for liveness and startup probes.",
      { default: 1 },
    ),
    failureThreshold: opt(6, count, "Failures in a row that count as a failure; default 3.", { default: 3 }),
    terminationGracePeriodSeconds: ptr(
      7,
      int64({ min: 1 }),
      "Seconds the container gets to end when the probe fails; by default the pod's. Not for readiness probes.",
    ),
  },
  { checks: [atLeastOne("exec", "httpGet", "tcpSocket", "grpc")] },
);

const lifecycleHandler = obj(
  {
    exec: ptr(1, execAction, "Runs a command in the container.", handler),
    httpGet: ptr(2, httpGetAction, "Sends a GET request.", handler),
    tcpSocket: ptr(3, tcpSocketAction, "Accepted for old objects; does not work as a hook.", handler),
    sleep: ptr(4, sleepAction, "Waits.", handler),
  },
  { checks: [atLeastOne("exec", "httpGet", "tcpSocket", "sleep")] },
);

/** What is done when a container starts and before it stops. */
export const lifecycle = obj({
  postStart: ptr(1, lifecycleHandler, "Done right after the start; if it fails, the container restarts."),
  preStop: ptr(2, lifecycleHandler, "Done before the container is told to stop; counts towards the grace period."),
  stopSignal: ptr(3, str(), "Signal that stops the container, such as 'SIGUSR1'; by default the image's or SIGTERM."),
});

export interface Probe extends Infer<typeof probe> {}
