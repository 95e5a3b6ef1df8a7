import { systemClock } from "../src/base/clock.ts";
import { AdsServer, type ConfigVersion, noEvents, Pusher, ResourceSet, xdsTypes } from "../src/deliver/index.ts";
import { loadEnvoyCodec } from "../src/translate/index.ts";
import { clusters } from "./push-resources.ts";
import type { PushTarget } from "./push-server.ts";

/** All of `deliver` above the transport: subscriptions, acknowledgements, the push queue. Only the resources are prepared. */
export function pushThroughAds(): PushTarget {
  const source = { current: versionOf(ResourceSet.empty(xdsTypes.cluster), 0) };
  const ads = new AdsServer({ source, decoder: loadEnvoyCodec(), events: noEvents });
  const pusher = new Pusher({
    source,
    connections: () => ads.connections(),
    clock: systemClock,
  });
  const prepared = new Map<string, ResourceSet>();
  let pushes = 0;
  const push = (size: number) => {
    // Clients are sent what they do not have, so that two sets take turns.
    const fill = ++pushes % 2;
    const key = `${size}/${fill}`;
    const set = prepared.get(key) ?? clusters(size, fill);
    prepared.set(key, set);
    source.current = versionOf(set, pushes);
    pusher.pushAll({
      full: true,
      changed: new Set(),
      reasons: new Map([["global", 1]]),
      start: systemClock.monotonic(),
    });
  };
  return { methods: ads.methods(), push };
}

function versionOf(set: ResourceSet, number: number): ConfigVersion {
  const empty = ResourceSet.empty("");
  const config = { resources: (type: string) => (type === set.type ? set : empty) };
  return { name: String(number), number, client: () => config };
}
