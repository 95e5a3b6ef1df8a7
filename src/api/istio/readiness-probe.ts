import { int32, list, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { portNumber } from "./port-number.ts";

const isHeaderName: Check<string> = (name, report) => {
  if (!/^[-A-Za-z0-9]+$/.test(name)) report("FW0215", `must be letters, digits and hyphens, not '${name}'`);
};

const isScheme: Check<string> = (scheme, report) => {
  if (!["", "HTTP", "HTTPS"].includes(scheme)) report("FW0104", `must be 'HTTP' or 'HTTPS', not '${scheme}'`);
};

const header = obj(
  {
    name: opt(1, str({ pattern: "^[-_A-Za-z0-9]+$", checks: [isHeaderName] }), "Name of the header."),
    value: opt(2, str(), "Value of the header."),
  },
  {
    checks: [
      ({ name }, report) => {
        if (name === undefined) report("FW0103", "must be set", "name");
      },
    ],
  },
);

const httpGet = obj({
  path: opt(1, str(), "Path to ask for. Default: /."),
  port: req(2, portNumber, "Port to connect to."),
  host: opt(3, str(), "Host to connect to. Default: localhost."),
  scheme: opt(4, str({ checks: [isScheme] }), "HTTP (default) or HTTPS."),
  httpHeaders: opt(5, list(header), "Headers of the request."),
});

const tcpSocket = obj({
  host: opt(1, str(), "Host to connect to. Default: localhost."),
  port: req(2, portNumber, "Port to connect to."),
});

const exec = obj(
  { command: req(1, list(str({ minLength: 1 })), "Command and its arguments; the status 0 means that all is well.") },
  {
    checks: [
      ({ command }, report) => {
        if (command.length === 0) report("FW0106", "must not be empty", "command");
      },
    ],
  },
);

const grpc = obj({
  port: opt(1, portNumber, "Port to connect to."),
  service: opt(2, str(), "Service to ask about, of gRPC's health checks. Default: the server as a whole."),
});

const methods = ["httpGet", "tcpSocket", "exec", "grpc"] as const;
const oneof = "health_check_method";
const amount = int32({ min: 0 });

/** How it is found out whether a workload can take traffic. */
export const readinessProbe = obj(
  {
    initialDelaySeconds: opt(2, amount, "Seconds from the start to the first probe. Default: 0."),
    timeoutSeconds: opt(3, amount, "Seconds for a probe to be answered. Default: 1."),
    periodSeconds: opt(4, amount, "Seconds between probes. Default: 10."),
    successThreshold: opt(5, amount, "Probes in a row that must succeed after a failure. Default: 1."),
    failureThreshold: opt(6, amount, "Probes in a row that must fail for the workload to count as failed. Default: 3."),
    httpGet: opt(7, httpGet, "Ask by HTTP; statuses from 200 to 399 mean that all is well.", { oneof }),
    tcpSocket: opt(8, tcpSocket, "Open a connection.", { oneof }),
    exec: opt(9, exec, "Run a command.", { oneof }),
    grpc: opt(10, grpc, "Ask by gRPC's health checks.", { oneof }),
  },
  {
    checks: [
      (probe, report) => {
        if (methods.every((name) => probe[name] === undefined)) {
          report("FW0381", "must have one of `httpGet`, `tcpSocket`, `exec` and `grpc`");
        }
      },
    ],
  },
);

export interface ReadinessProbe extends Infer<typeof readinessProbe> {}
