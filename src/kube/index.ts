/**
 * A client of Kubernetes API servers. A kubeconfig or a pod's own access comes in; objects and their changes go out, in
 * the words of `api` and `core`: single requests (`KubeClient`), everything of a kind followed without a gap
 * (`Reflector`), and one leader among replicas (`LeaderElection`). Time and the network are handed in.
 */
export { Credentials, type RequestCredentials } from "./credentials.ts";
export type { ExecPlugin, RunProgram } from "./exec-plugin.ts";
export { KubeClient, type KubeClientOptions, type Query } from "./kube-client.ts";
export {
  inClusterAccess,
  type KubeAccess,
  type KubeconfigOptions,
  type KubeUser,
  readKubeconfig,
} from "./kubeconfig.ts";
export { LeaderElection, type LeaderElectionOptions } from "./leader-election.ts";
export { type NodeTransport, nodeTransport } from "./node-transport.ts";
export { ReadingPace } from "./reading-pace.ts";
export { Reflector, type ReflectorOptions, type ReflectorSink } from "./reflector.ts";
export { ReplicaLease, type ReplicaLeaseOptions, replicaSigns } from "./replica-lease.ts";
export type { RawWatchEvent } from "./response-body.ts";
export { isOlder } from "./server-version.ts";
export type { KubeRequest, KubeResponse, Transport } from "./transport.ts";
