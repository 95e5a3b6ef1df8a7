import type { AnalyzedObject } from "../analyzed-object.ts";
import type { Part } from "../part.ts";

/** All places where a virtual service sends traffic, copies of it included. */
export function routeDestinations({ root }: AnalyzedObject): readonly Part[] {
  const spec = root.at("spec");
  const routes = ["http", "tls", "tcp"].flatMap((kind) => spec.at(kind).items());
  const mirrors = spec
    .at("http")
    .items()
    .flatMap((route) => [
      ...(route.at("mirror").exists ? [route.at("mirror")] : []),
      ...route
        .at("mirrors")
        .items()
        .map((mirror) => mirror.at("destination")),
    ]);
  return [...routes.flatMap((route) => route.at("route").items()).map((each) => each.at("destination")), ...mirrors];
}
