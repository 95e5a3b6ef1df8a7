import { isUtf8 } from "node:buffer";
import { defaultLimits, readDocuments } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { repeatedFields } from "../base/repeated-fields.ts";
import { type Exchange, parseJson, type RequestLimits, readBody } from "./exchange.ts";

/** How many keys that stand twice are told of. */
const most = 20;

/** What a body says, and what stands in it twice: of that the last one counts. */
export interface ReadValue {
  /** Undefined if the body is empty. */
  readonly value: unknown;
  /** In Kubernetes' words for it. */
  readonly repeated: readonly string[];
}

/** The request's body, which may be JSON or YAML whatever it is called. */
export async function readAny(exchange: Exchange): Promise<ReadValue> {
  return parseAny(await readBody(exchange), exchange.limits);
}

/** Parses JSON, and looks for fields that stand twice. */
export function parseFields(bytes: Buffer, limits: RequestLimits): ReadValue {
  const value = parseJson(bytes, limits);
  return { value, repeated: repeatedFields(bytes, value).map((field) => `duplicate field "${field}"`) };
}

/** Parses YAML, of which JSON is a part, and which is the faster way if it is JSON. */
export function parseAny(bytes: Buffer, limits: RequestLimits): ReadValue {
  if (/^\s*[[{]/.test(bytes.toString("latin1", 0, 64)) && isUtf8(bytes)) {
    try {
      return parseFields(bytes, limits);
    } catch (error) {
      // Braces begin YAML as well; what is nested too deeply is so in both.
      if (error instanceof FairwayError && /nested/.test(error.message)) throw error;
    }
  }
  const { maxBodyBytes, maxDepth } = limits;
  const bounds = { ...defaultLimits, maxBytes: maxBodyBytes, maxDepth, repeatedKeys: true };
  const { documents, problems } = readDocuments(bytes, "body", bounds);
  const fault = problems.find(({ severity }) => severity === "error");
  if (fault) throw new FairwayError("BadRequest", `the body is not YAML: line ${fault.line}: ${fault.message}`);
  if (documents.length > 1) throw new FairwayError("BadRequest", "the body must be one document, not several");
  const lines = problems.length > 0 ? bytes.toString("utf8").split("\n") : [];
  const repeated = problems.slice(0, most).map(({ line, column }) => {
    const key = /^(?:"([^"]*)"|'([^']*)'|([^:\s]+))/.exec(lines[line - 1]?.slice(column - 1) ?? "");
    return `line ${line}: key "${key?.slice(1).find((text) => text !== undefined) ?? ""}" already set in map`;
  });
  return { value: documents[0]?.value, repeated };
}
