import { mergeOverloads } from "../overloads.ts";
import { conversions } from "./conversions.ts";
import { formats } from "./formats.ts";
import { lists } from "./lists.ts";
import { networks } from "./networks.ts";
import { optionals } from "./optionals.ts";
import { quantities } from "./quantities.ts";
import { regexes } from "./regexes.ts";
import { strings } from "./strings.ts";
import { times } from "./times.ts";

/** Every function that rules of CustomResourceDefinitions can call: CEL's own and Kubernetes' extensions. */
export const library = mergeOverloads(
  conversions,
  strings,
  lists,
  times,
  regexes,
  networks,
  quantities,
  formats,
  optionals,
);
