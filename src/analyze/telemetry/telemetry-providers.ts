import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";

/** Finds access logging that goes nowhere. */
export const telemetryProviders: Analyzer = {
  name: "telemetry.ProviderAnalyzer",
  doc: "Access logging names a provider where the mesh has no default.",
  codes: ["IST0157"],
  run({ cluster, mesh, report }) {
    if ((mesh.defaultProviders?.accessLogging ?? []).length > 0) return;
    for (const telemetry of cluster.all(kindRefs.telemetry)) {
      for (const logging of telemetry.root.at("spec", "accessLogging").items()) {
        if (logging.at("disabled").value === true || logging.at("providers").items().length > 0) continue;
        report(
          "IST0157",
          telemetry,
          logging,
          "should name `providers`: it is ignored, since the mesh has no default one",
        );
      }
    }
  },
};

/** Finds tracing that goes to Lightstep's own protocol, which Envoy has given up. */
export const lightstepProviders: Analyzer = {
  name: "telemetry.LightstepAnalyzer",
  doc: "Tracing does not use the provider `lightstep`.",
  codes: ["IST0002"],
  run({ cluster, mesh, report }) {
    const names = new Set((mesh.extensionProviders ?? []).filter((p) => p.lightstep).map((p) => p.name));
    for (const telemetry of cluster.all(kindRefs.telemetry)) {
      const tracing = telemetry.root.at("spec", "tracing").items();
      for (const provider of tracing.flatMap((each) => each.at("providers").items())) {
        const name = provider.at("name");
        if (!names.has(name.text)) continue;
        const message = `should be an OpenTelemetry provider: '${name.text}' is a Lightstep one, which is deprecated`;
        report("IST0002", telemetry, name, message);
      }
    }
  },
};
