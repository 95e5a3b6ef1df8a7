import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lazy } from "../base/lazy.ts";
import { MessageRegistry } from "../base/protobuf/message-registry.ts";
import { readDescriptors } from "../base/protobuf/read-descriptors.ts";

/** Envoy's messages by name. Reading them takes some tens of milliseconds, so it is done once, and only if need be. */
export const envoySchema: () => MessageRegistry = lazy(() => {
  const descriptors = readFileSync(join(import.meta.dirname, "../../data/envoy-1.40.binpb"));
  return new MessageRegistry(readDescriptors(descriptors));
});
