import { benchClient } from "../../bench/bench-client.ts";
import { kubectlPath } from "../tools/kubectl.ts";
import { prepareGoPeer } from "./grpc-peer.ts";
import { istioctlPath } from "./istioctl.ts";
import { istiodPath } from "./istiod.ts";
import { kubeClientNodePath } from "./kube-client-node.ts";
import { kubeGoClientPath } from "./kube-go-client.ts";
import { kubeProxyPath } from "./kube-proxy.ts";

/**
 * Fetches and builds the real programs that tests run, before the first test: a build among tests would starve at its low
 * priority, and a test's time would pass while it waits for one.
 */
export async function preparePeers(): Promise<void> {
  await import("./envoy.ts");
  kubectlPath();
  kubeClientNodePath();
  if (prepareGoPeer() !== false) return;
  istioctlPath();
  istiodPath();
  benchClient("fleet");
  kubeGoClientPath();
  kubeProxyPath();
}
