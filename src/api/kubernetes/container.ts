import { isDnsLabel } from "../checks/names.ts";
import type { Report } from "../problem.ts";
import { bool, choice, inline, int32, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { containerPorts } from "./container-port.ts";
import { envFromSource, environment } from "./environment.ts";
import { lifecycle, probe } from "./probe.ts";
import { containerResizePolicy, resourceRequirements } from "./resources.ts";
import { securityContext } from "./security-context.ts";
import { volumeDevice, volumeMount } from "./volume-mount.ts";

const exitCodes = obj({
  operator: req(1, choice(["In", "NotIn"]), "Whether the exit code must be in `values` ('In') or not ('NotIn')."),
  values: opt(2, list(int32(), { listType: "set", maxItems: 255, patchReplaces: true }), "Exit codes."),
});

const containerRestartRule = obj({
  action: req(
    1,
    choice(["Restart", "RestartAllContainers"]),
    "What happens: 'Restart' the container, or 'RestartAllContainers' of the pod.",
  ),
  exitCodes: ptr(2, exitCodes, "The exit codes to which the rule applies."),
});

const isImage: Check<string> = (image, report) => {
  if (image !== image.trim()) report("FW0611", "must not start or end with white space");
};

const words = list(str());

/** The fields that all sorts of containers have. */
const containerFields = {
  name: req(1, str({ checks: [isDnsLabel] }), "Name of the container, unique in the pod; cannot change."),
  image: opt(2, str({ checks: [isImage] }), "Image to run, such as 'docker.io/library/nginx:1.29'."),
  command: opt(3, words, "Program and first arguments, in place of the image's entry point."),
  args: opt(4, words, "Arguments, in place of the image's; `$(NAME)` stands for the container's variables."),
  workingDir: opt(5, str(), "Working directory of the process; by default the image's."),
  ports: opt(6, containerPorts, "Ports on which the container listens; undeclared ones can be reached as well."),
  envFrom: opt(19, list(envFromSource), "Sources whose keys all become variables; the last one wins."),
  env: opt(7, environment, "Variables of the process; they go before those of `envFrom`."),
  resources: opt(8, resourceRequirements, "What the container may use and what is set aside for it.", { default: {} }),
  resizePolicy: opt(23, list(containerResizePolicy), "Whether a change of its resources restarts the container."),
  restartPolicy: ptr(
    24,
    choice(["Always", "OnFailure", "Never"]),
    "When the container restarts, if not as the pod says; 'Always' makes an init container a sidecar.",
  ),
  restartPolicyRules: opt(
    25,
    list(containerRestartRule, { maxItems: 20 }),
    "Exceptions by exit code, first match wins.",
  ),
  volumeMounts: opt(9, list(volumeMount, { keys: ["mountPath"] }), "Where the container sees the pod's volumes."),
  volumeDevices: opt(21, list(volumeDevice, { keys: ["devicePath"] }), "Block devices that the container uses raw."),
  livenessProbe: ptr(10, probe, "Restarts the container when it fails."),
  readinessProbe: ptr(11, probe, "Takes the pod out of its Services while it fails."),
  startupProbe: ptr(22, probe, "Holds the other probes back until it succeeds; restarts the container if it fails."),
  lifecycle: ptr(12, lifecycle, "What is done at start and before the stop."),
  terminationMessagePath: opt(13, str(), "File from which the container's last words are read.", {
    default: "/dev/termination-log",
  }),
  terminationMessagePolicy: opt(
    20,
    choice(["File", "FallbackToLogsOnError"], { emptyIsAbsent: true }),
    "Whether the last words come from the file only, or from the log after an error without them.",
    { default: "File" },
  ),
  imagePullPolicy: opt(
    14,
    choice(["Always", "Never", "IfNotPresent"], { emptyIsAbsent: true }),
    "When the image is pulled; default 'Always' for the tag 'latest' or none, else 'IfNotPresent'.",
  ),
  securityContext: ptr(15, securityContext, "Privileges of the container; they go before those of the pod."),
  stdin: opt(16, bool(), "Whether the container keeps an open input; default false."),
  stdinOnce: opt(17, bool(), "Whether the input closes after the first client left; default false."),
  tty: opt(18, bool(), "Whether the container gets a terminal; needs `stdin`; default false."),
};

interface CommonContainer extends InferFields<typeof containerFields> {}

function checkContainer(container: CommonContainer, report: Report): void {
  if (!container.image) report("FW0621", "should be set: no node can run the container", "image");
  for (const name of ["livenessProbe", "startupProbe"] as const) {
    const successes = container[name]?.successThreshold ?? 1;
    if (successes > 1) report("FW0606", `must be 1, not ${successes}`, name, "successThreshold");
  }
  if (container.readinessProbe?.terminationGracePeriodSeconds !== undefined) {
    report("FW0606", "must not be set for a readiness probe", "readinessProbe", "terminationGracePeriodSeconds");
  }
  container.volumeMounts?.forEach((mount, i) => {
    if (mount.mountPropagation === "Bidirectional" && !container.securityContext?.privileged) {
      report(
        "FW0609",
        "must not be 'Bidirectional' unless the container is privileged",
        "volumeMounts",
        i,
        "mountPropagation",
      );
    }
  });
}

/** A container of a pod. */
export const container = obj(containerFields, { checks: [checkContainer] });

/** A container added to a running pod, for debugging. */
export const ephemeralContainer = obj({
  ...inline(1, containerFields),
  targetContainerName: opt(2, str(), "Container whose processes this one sees; by default only its own."),
});

export interface Container extends Infer<typeof container> {}
export interface EphemeralContainer extends Infer<typeof ephemeralContainer> {}
