import { bool, int32, int64, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeTime } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";
import { resourceList, resourceRequirements } from "./resources.ts";

const waiting = obj({
  reason: opt(1, str(), "One word on why it waits, such as 'ImagePullBackOff'."),
  message: opt(2, str(), "A sentence on why it waits."),
});

const running = obj({
  startedAt: opt(1, kubeTime(), "When the container last started."),
});

const terminated = obj({
  exitCode: req(1, int32(), "Exit code of the process."),
  signal: opt(2, int32(), "Signal that ended the process."),
  reason: opt(3, str(), "One word on why it ended, such as 'OOMKilled'."),
  message: opt(4, str(), "Last words of the container."),
  startedAt: opt(5, kubeTime(), "When it had started."),
  finishedAt: opt(6, kubeTime(), "When it ended."),
  containerID: opt(7, str(), "Id of the container, as 'type://id'."),
});

/** One of its members is set; none means waiting. */
const containerState = obj({
  waiting: ptr(1, waiting, "The container does not run yet."),
  running: ptr(2, running, "The container runs."),
  terminated: ptr(3, terminated, "The container has ended."),
});

const volumeMountStatus = obj({
  name: req(1, str(), "Name of the volume."),
  mountPath: req(2, str(), "Path in the container."),
  readOnly: opt(3, bool(), "Whether it is read-only."),
  recursiveReadOnly: ptr(4, str(), "Whether mounts below are read-only too."),
  volumeStatus: ptr(
    5,
    obj({
      image: ptr(
        1,
        obj({ imageRef: opt(1, str({ maxLength: 256 }), "Digest of the image.") }),
        "State of an image volume.",
      ),
    }),
    "State of the mounted volume.",
  ),
});

const containerUser = obj({
  linux: ptr(
    1,
    obj({
      uid: req(1, int64(), "User id."),
      gid: req(2, int64(), "Group id."),
      supplementalGroups: opt(3, list(int64()), "Further group ids."),
    }),
    "Ids of the first process on Linux.",
  ),
});

const resourceHealth = obj({
  resourceID: req(1, str(), "Id of the device."),
  health: opt(2, str(), "'Healthy', 'Unhealthy' or 'Unknown'."),
  message: ptr(6, str(), "A sentence on its health."),
});

const resourceStatus = obj({
  name: req(1, str(), "Name of the resource."),
  resources: opt(2, list(resourceHealth, { keys: ["resourceID"], patchReplaces: true }), "Health of its devices."),
});

/** State of one container. */
export const containerStatus = obj({
  name: req(1, str(), "Name of the container."),
  state: opt(2, containerState, "What the container does now."),
  lastState: opt(3, containerState, "How it ended the last time, if it restarted."),
  ready: req(4, bool(), "Whether it passes its readiness probe."),
  restartCount: req(5, int32(), "How often it restarted."),
  image: req(6, str(), "Image that runs."),
  imageID: req(7, str(), "Digest of the image that runs."),
  containerID: opt(8, str(), "Id of the container, as 'type://id'."),
  started: ptr(9, bool(), "Whether it has passed its startup probe."),
  allocatedResources: opt(10, resourceList, "What the node has set aside for it."),
  resources: ptr(11, resourceRequirements, "Limits and requests in force."),
  volumeMounts: opt(12, list(volumeMountStatus, { keys: ["mountPath"] }), "State of its mounts."),
  user: ptr(13, containerUser, "Ids under which it started."),
  allocatedResourcesStatus: opt(14, list(resourceStatus, { keys: ["name"] }), "Health of its devices."),
  stopSignal: ptr(15, str(), "Signal that stops it."),
});

export interface ContainerState extends Infer<typeof containerState> {}
export interface ContainerStatus extends Infer<typeof containerStatus> {}
