import { type Command, outputFlag } from "./command.ts";

/** `fairway kinds`: lists the kinds Fairway knows, or explains one of them field by field, offline. */
export const kindsCommand: Command = {
  name: "kinds",
  summary: "List the kinds Fairway knows, or explain one",
  arguments: [{ form: "[KIND[.FIELD...]]", doc: "Kind (also its plural or short name), and a path into it." }],
  flags: [outputFlag],
  examples: ["fairway kinds", "fairway kinds virtualservice.spec.http", "fairway kinds dr.spec.trafficPolicy"],
  async run(given, terminal) {
    const { builtInCatalog } = await import("../api/index.ts");
    const { explainKinds } = await import("./explain-kinds.ts");
    return explainKinds(builtInCatalog(), given, terminal);
  },
};
