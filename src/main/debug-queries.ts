import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { type ConnectedClient, type Queries, type Query, type QueryAnswer, xdsResource } from "../deliver/index.ts";
import type { MessageTypes } from "../gen/message-types.ts";
import type { Page } from "../http/index.ts";
import type { EnvoyCodec } from "../translate/index.ts";
import { checkDebugAccess } from "./debug-access.ts";
import { clientSyncConfig } from "./debug-client-config.ts";
import { findClient } from "./debug-clients.ts";
import { configDump } from "./debug-config-dump.ts";

export interface DebugQueriesOptions {
  readonly clients: () => readonly ConnectedClient[];
  /** The pages that can be asked for by path, below `/debug/`. */
  readonly pages: readonly Page[];
  readonly codec: EnvoyCodec;
  readonly rootNamespace: () => string;
  /** Who answers, and of which version. */
  readonly instance: string;
  readonly version: string;
  readonly clock: Clock;
}

const debugType = "istio.io/debug";

/** Questions about the control plane over xDS, as istioctl asks them. */
export function debugQueries(options: DebugQueriesOptions): Queries {
  const { clients, codec, rootNamespace, clock } = options;
  const controlPlane = JSON.stringify({
    Component: "fairway",
    ID: options.instance,
    Info: { version: options.version },
  });
  const syncz: Query = async (_, asker) => {
    checkDebugAccess(asker.peer, "syncz", rootNamespace());
    const watching = clients().filter(({ subscriptions }) => subscriptions.length > 0);
    const resources = watching.map((client) =>
      packed(codec, "envoy.service.status.v3.ClientConfig", clientSyncConfig(client, clock), client.proxy.id),
    );
    return { resources, controlPlane };
  };
  const dump: Query = async (names, asker) => {
    const [name, ...others] = names;
    if (name === undefined || others.length > 0) throw new FairwayError("BadRequest", "name one proxy");
    checkDebugAccess(asker.peer, "config_dump", rootNamespace(), () => findClient(clients(), name));
    const parts = configDump(findClient(clients(), name), codec);
    return {
      resources: parts.map(({ "@type": url, ...message }) => {
        const type = url.slice(url.indexOf("/") + 1) as keyof MessageTypes;
        return packed(codec, type, message as never, type);
      }),
      controlPlane,
    };
  };
  const page: Query = (names, asker) => answerPage(options, names, asker, controlPlane);
  const queries = new Map([
    [`${debugType}/syncz`, syncz],
    [`${debugType}/config_dump`, dump],
    [debugType, page],
  ]);
  return (type) => queries.get(type) ?? (type.startsWith(`${debugType}/`) ? nothing : undefined);
}

/** Questions that nobody knows are answered all the same: who asks waits for it. */
const nothing: Query = async () => ({ resources: [] });

async function answerPage(
  { clients, pages, rootNamespace }: DebugQueriesOptions,
  names: readonly string[],
  asker: ConnectedClient,
  controlPlane: string,
): Promise<QueryAnswer> {
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) throw new FairwayError("BadRequest", "name one debug page");
  const url = URL.parse(`/debug/${name}`, "http://fairway");
  const found = pages.find(({ path }) => path === url?.pathname);
  if (!url || !found) throw new FairwayError("NotFound", `there is no debug page '${name}'`);
  const subject = () => findClient(clients(), url.searchParams.get("proxyID"));
  checkDebugAccess(asker.peer, url.pathname.slice("/debug/".length), rootNamespace(), subject);
  const { body } = await found.answer(url.searchParams);
  return { resources: [xdsResource(debugType, name, Buffer.from(body))], controlPlane };
}

function packed<N extends keyof MessageTypes>(codec: EnvoyCodec, type: N, message: MessageTypes[N], name: string) {
  return xdsResource(`type.googleapis.com/${type}`, name, codec.encode(type, message));
}
