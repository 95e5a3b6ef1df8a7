import { problemCodes } from "../codes.ts";
import type { Problem, Report } from "../problem.ts";
import { conform } from "../schema/conform.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";
import { applyMeshConfig } from "./apply-mesh-config.ts";
import { defaultMeshConfig } from "./default-mesh-config.ts";
import { withJsonNames } from "./json-names.ts";
import { type MeshConfig, meshConfig } from "./mesh-config.ts";
import { type MeshNetworks, meshNetworks } from "./mesh-networks.ts";
import { type MeshProxyConfig, meshProxyConfig } from "./mesh-proxy-config.ts";

/** What was read, and what is wrong with it. */
export interface MeshReading<T> {
  /** Undefined if there are errors: what was in force before stays. */
  readonly value: T | undefined;
  readonly problems: readonly Problem[];
  /** Fields that do not exist; they are left out. Old ones are common, so that it is no error. */
  readonly unknown: readonly Problem[];
}

/** Reads a mesh configuration, as parsed from YAML, over the built-in defaults or another base. */
export function readMeshConfig(input: unknown, base: MeshConfig = defaultMeshConfig): MeshReading<MeshConfig> {
  const reading = read<MeshConfig>(meshConfig, input);
  if (!reading.value) return reading;
  const value = applyMeshConfig(base, reading.value);
  const problems = [...reading.problems];
  checkMeshConfig(value, (code, message, ...path) =>
    problems.push({ code, severity: problemCodes[code].severity, path, message }),
  );
  return { value, problems, unknown: reading.unknown };
}

/** Reads the networks of a mesh, as parsed from YAML. */
export function readMeshNetworks(input: unknown): MeshReading<MeshNetworks> {
  return read<MeshNetworks>(meshNetworks, input);
}

/** Reads proxy settings, as parsed from the annotation `proxy.istio.io/config`; they are not put over anything yet. */
export function readProxyConfig(input: unknown): MeshReading<MeshProxyConfig> {
  return read<MeshProxyConfig>(meshProxyConfig, input);
}

/** The rules that only the whole configuration, with its defaults, can be judged by. */
export function checkMeshConfig(mesh: MeshConfig, report: Report): void {
  const names = new Set(mesh.extensionProviders?.map((provider) => provider.name));
  for (const [use, providers] of Object.entries(mesh.defaultProviders ?? {})) {
    providers?.forEach((name, i) => {
      if (!names.has(name))
        report("FW0819", `should be in \`extensionProviders\`: '${name}'`, "defaultProviders", use, i);
    });
  }
}

/** An empty document is an empty configuration. */
function read<T>(schema: ObjectSchema, input: unknown): MeshReading<T> {
  const { value, unknown } = conform(schema, withJsonNames(schema, input ?? {}));
  const problems = validate(schema, value);
  const sound = !problems.some((problem) => problem.severity === "error");
  return { value: sound ? (value as T) : undefined, problems, unknown };
}
