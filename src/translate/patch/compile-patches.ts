import { RE2JS } from "re2js";
import type { EnvoyFilter, ProblemCode } from "../../api/index.ts";
import { type ConfigProblem, configProblem, type Policy } from "../../mesh/index.ts";
import { hashSizeFault } from "../hash-sizes.ts";
import { malformedPatches } from "./malformed-patches.ts";
import type { Patch, PatchedPart, PatchOperation } from "./patch.ts";
import { messageOf, readValue } from "./patch-messages.ts";

/** A patch, and which versions of proxies it is for. */
export interface CompiledPatch {
  readonly patch: Patch;
  /** Absent: all versions. */
  readonly version?: RE2JS;
}

/** The patches of an EnvoyFilter, and what is wrong with those that cannot be used. */
export interface CompiledPatches {
  readonly patches: readonly CompiledPatch[];
  readonly problems: readonly ConfigProblem[];
}

type ConfigPatch = NonNullable<NonNullable<EnvoyFilter["spec"]>["configPatches"]>[number];

const known = new WeakMap<Policy<EnvoyFilter>, CompiledPatches>();

/** Reads an EnvoyFilter once for all proxies: its values as messages, its expressions compiled. */
export function compilePatches(filter: Policy<EnvoyFilter>): CompiledPatches {
  const before = known.get(filter);
  if (before) return before;
  const problems: ConfigProblem[] = [];
  const malformed = malformedPatches(filter.resource);
  const listed: unknown = filter.resource.spec?.configPatches;
  const patches = (Array.isArray(listed) ? (listed as readonly ConfigPatch[]) : []).flatMap((each, position) => {
    const report = (code: ProblemCode, message: string) =>
      problems.push(configProblem(filter.key, code, ["spec", "configPatches", position], message));
    const fault = malformed.get(position);
    if (fault !== undefined) {
      report("FW1241", `must have the form of a patch: ${fault}`);
      return [];
    }
    try {
      return compile(filter, each, position, report) ?? [];
    } catch (error) {
      report("FW1241", `must be configuration of Envoy: ${messageOf(error)}`);
      return [];
    }
  });
  const made = { patches, problems };
  known.set(filter, made);
  return made;
}

type Report = (code: ProblemCode, message: string) => void;

function compile(
  { key }: Policy<EnvoyFilter>,
  { applyTo = "INVALID", match = {}, patch }: ConfigPatch,
  position: number,
  report: Report,
): CompiledPatch | undefined {
  const { operation = "INVALID", value } = patch ?? {};
  // A bootstrap is read before there is a control plane, so nothing of it can be patched from here.
  if (applyTo === "INVALID" || applyTo === "BOOTSTRAP" || operation === "INVALID") return undefined;
  const read = operation === "REMOVE" ? { value: {} } : readValue(applyTo, value);
  if ("unknown" in read && read.unknown !== undefined) report("FW1242", `should be all of Envoy's: ${read.unknown}`);
  const version = versionOf(match.proxy?.proxyVersion);
  const fitting = fittingOperation(applyTo, operation);
  const fault = applyTo === "CLUSTER" && fitting === "ADD" ? hashSizeFault(read.value) : undefined;
  if (fault !== undefined) throw new Error(fault);
  return {
    patch: {
      source: key,
      position,
      applyTo,
      operation: fitting,
      match,
      value: read.value,
    },
    ...(version && { version }),
  };
}

/** Longer expressions match no version. */
const maxExpression = 1024;

function versionOf(expression: string | undefined): RE2JS | undefined {
  if (!expression) return undefined;
  return RE2JS.compile(expression.length > maxExpression ? "[^\\s\\S]" : expression);
}

const ordered: ReadonlySet<PatchedPart> = new Set(["LISTENER_FILTER", "NETWORK_FILTER", "HTTP_FILTER", "HTTP_ROUTE"]);

/** Where the order is of no consequence, to insert is to add. */
function fittingOperation(part: PatchedPart, operation: PatchOperation): PatchOperation {
  return operation.startsWith("INSERT_") && !ordered.has(part) ? "ADD" : operation;
}
