import { ResourceSet, xdsResource, xdsTypes } from "../src/deliver/index.ts";

const resourceBytes = 1000;

/** Clusters of about `size` bytes in all; another `fill` gives them other content. */
export function clusters(size: number, fill: number): ResourceSet {
  const count = Math.floor(size / resourceBytes);
  const message = Buffer.alloc(resourceBytes, fill);
  const resources = Array.from({ length: count }, (_, i) => xdsResource(xdsTypes.cluster, `cluster-${i}`, message));
  return ResourceSet.of(xdsTypes.cluster, resources);
}
