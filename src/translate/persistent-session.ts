import type { Service } from "../core/index.ts";
import type { Any } from "../gen/any.ts";
import type { TypedExtensionConfig } from "../gen/envoy/config/core/v3.ts";
import type { HttpFilter } from "../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { any } from "./any.ts";

/** Label of a service whose sessions stay at their endpoint: the cookie that names it, `name` or `name:path`. */
const cookieLabel = "istio.io/persistent-session";

/** The same by a header, which clients send back as they got it. */
const headerLabel = "istio.io/persistent-session-header";

type Labelled = Pick<Service, "labels">;

/** Whether sessions of a service stay at their endpoint for as long as it answers at all. */
export function keepsSessions({ labels }: Labelled): boolean {
  return Boolean(labels[cookieLabel] || labels[headerLabel]);
}

const known = new WeakMap<readonly Labelled[], boolean>();

/** Whether one of the services does. */
export function anyKeepsSessions(services: readonly Labelled[]): boolean {
  const keeps = known.get(services) ?? services.some(keepsSessions);
  known.set(services, keeps);
  return keeps;
}

const filterName = "envoy.filters.http.stateful_session";

/** Does nothing itself: routes switch it on. */
export const sessionFilter: HttpFilter = {
  name: filterName,
  typedConfig: any("envoy.extensions.filters.http.stateful_session.v3.StatefulSession", {}),
};

/** What a route to a service says to the filter; undefined if its requests may go to any endpoint. */
export function sessionsOfRoute({ labels }: Labelled): { readonly [filter: string]: Any } | undefined {
  const sessionState = stateOf(labels[cookieLabel] ?? "", labels[headerLabel] ?? "");
  if (!sessionState) return undefined;
  const statefulSession = { sessionState };
  const type = "envoy.extensions.filters.http.stateful_session.v3.StatefulSessionPerRoute";
  return { [filterName]: any(type, { statefulSession }) };
}

function stateOf(cookie: string, header: string): TypedExtensionConfig | undefined {
  if (cookie !== "") {
    const colon = cookie.indexOf(":");
    const [name, path] = colon < 0 ? [cookie, "/"] : [cookie.slice(0, colon), cookie.slice(colon + 1)];
    const type = "envoy.extensions.http.stateful_session.cookie.v3.CookieBasedSessionState";
    return { name: "envoy.http.stateful_session.cookie", typedConfig: any(type, { cookie: { name, path } }) };
  }
  if (header === "") return undefined;
  const type = "envoy.extensions.http.stateful_session.header.v3.HeaderBasedSessionState";
  return { name: "envoy.http.stateful_session.header", typedConfig: any(type, { name: header }) };
}
