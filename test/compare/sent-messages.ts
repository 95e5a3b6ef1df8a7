import { canonical, type ListName } from "../golden/istiod-xds.ts";
import type { ProxyResources } from "../peers/static-bootstrap.ts";
import type { translationFor } from "./fairway-answer.ts";

/** The messages in the form that is sent: encoded once, so that spellings are Envoy's. */
export function sentMessages(translation: ReturnType<typeof translationFor>): ProxyResources {
  const messages = (list: ListName) => translation[list].map(({ message }) => canonical(list, message) as object);
  return {
    clusters: messages("clusters"),
    endpoints: messages("endpoints"),
    listeners: messages("listeners"),
    routes: messages("routes"),
  };
}
