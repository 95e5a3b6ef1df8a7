import { isUtf8 } from "node:buffer";
import { defaultLimits, readDocuments } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { type Exchange, parseJson, type RequestLimits, readBody } from "./exchange.ts";

/** The request's body, which may be JSON or YAML whatever it is called; undefined if it is empty. */
export async function readAny(exchange: Exchange): Promise<unknown> {
  return parseAny(await readBody(exchange), exchange.limits);
}

/** Parses YAML, of which JSON is a part, and which is the faster way if it is JSON. */
export function parseAny(bytes: Buffer, limits: RequestLimits): unknown {
  if (/^\s*[[{]/.test(bytes.toString("latin1", 0, 64)) && isUtf8(bytes)) {
    try {
      return parseJson(bytes, limits);
    } catch (error) {
      // Braces begin YAML as well; what is nested too deeply is so in both.
      if (error instanceof FairwayError && /nested/.test(error.message)) throw error;
    }
  }
  const { maxBodyBytes, maxDepth } = limits;
  const { documents, problems } = readDocuments(bytes, "body", { ...defaultLimits, maxBytes: maxBodyBytes, maxDepth });
  const [problem] = problems;
  if (problem) {
    throw new FairwayError("BadRequest", `the body is not YAML: line ${problem.line}: ${problem.message}`);
  }
  if (documents.length > 1) throw new FairwayError("BadRequest", "the body must be one document, not several");
  return documents[0]?.value;
}
