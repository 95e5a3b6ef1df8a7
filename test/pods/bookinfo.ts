import type { KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import type { Pod } from "./pod.ts";
import type { PodMesh, PodsOptions } from "./pod-mesh.ts";

const port = { name: "http", port: 9080 };
const ratings = ["http://ratings:9080/ratings/0"];

/** The services of Istio's Bookinfo as stand-ins, a client in front of them, and a pod that is not of the mesh. */
export const bookinfo: PodsOptions = {
  services: ["productpage", "details", "reviews", "ratings"].map((name) => ({ name, ports: [port] })),
  pods: [
    { name: "client" },
    // Both forms of xDS carry traffic.
    { name: "productpage-v1", mode: "sotw", calls: ["http://details:9080/details/0", "http://reviews:9080/reviews/0"] },
    { name: "details-v1" },
    { name: "reviews-v1" },
    { name: "reviews-v2", calls: ratings },
    { name: "reviews-v3", calls: ratings },
    { name: "ratings-v1" },
    { name: "outsider", proxy: "none" },
  ],
  objects: [
    networking("DestinationRule", "reviews", {
      host: "reviews",
      subsets: ["v1", "v2", "v3"].map((name) => ({ name, labels: { version: name } })),
    }),
  ],
};

/** An object of Istio's networking group. */
export function networking(kind: string, name: string, spec: object): KubeObject {
  return { apiVersion: "networking.istio.io/v1", kind, metadata: { name, namespace: "default" }, spec };
}

/** A destination of the reviews, of one of their versions. */
export function reviews(subset: string): { readonly destination: object } {
  return { destination: { host: "reviews", subset } };
}

/** Writes the routes of a host and waits until the Envoys of these pods have them. */
export async function setRoutes(mesh: PodMesh, host: string, http: readonly object[], pods: readonly Pod[]) {
  const mark = `routes-${performance.now()}`;
  const named = http.map((each) => ({ ...each, name: mark }));
  await mesh.apply(networking("VirtualService", host, { hosts: [host], http: named }));
  for (const pod of pods) {
    await eventually(async () => (await pod.admin("/config_dump?resource=dynamic_route_configs")).includes(mark));
  }
}
