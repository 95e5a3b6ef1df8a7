import { type Exchange, header } from "./exchange.ts";
import { invalidOption } from "./invalid-option.ts";

const validations = ["Ignore", "Warn", "Strict"] as const;

/** What a request says on how its write is made. */
export interface RequestedWrite {
  readonly dryRun: boolean;
  /** What becomes of fields that are unknown or stand twice. */
  readonly fieldValidation: (typeof validations)[number];
  /** Who is to be known as the writer of the fields. */
  readonly manager: string;
  /** An applier takes fields over from others. */
  readonly force: boolean;
  /** What stands twice in the body, in Kubernetes' words. */
  readonly repeated: readonly string[];
  /** The body says what is to change, not what is to be. */
  readonly patching: boolean;
}

const optionsOf: { readonly [method: string]: string } = {
  POST: "CreateOptions",
  PUT: "UpdateOptions",
  PATCH: "PatchOptions",
};

/** Reads the query of a write; `applying` for server-side apply, which must name its manager. */
export function requestedWrite(exchange: Exchange, applying: boolean): Omit<RequestedWrite, "repeated"> {
  const { query, method } = exchange;
  const options = optionsOf[method] ?? "";
  const fieldManager = query.get("fieldManager") ?? "";
  const force = query.get("force");
  if (fieldManager.length > 128 || !/^[\x20-\x7e\u00a0-\uffff]*$/.test(fieldManager)) {
    throw invalidOption(options, "fieldManager", "Invalid", "must be at most 128 printable characters long");
  }
  if (applying && fieldManager === "") {
    throw invalidOption(options, "fieldManager", "Required", "must be given when applying");
  }
  if (!applying && force !== null) {
    throw invalidOption(options, "force", "Forbidden", "must not be given but when applying");
  }
  return {
    dryRun: isDryRun(query.getAll("dryRun"), options),
    fieldValidation: validationOf(query.get("fieldValidation") ?? "", options),
    manager: fieldManager || agentOf(header(exchange, "user-agent") ?? ""),
    force: /^(1|true)$/i.test(force ?? ""),
    patching: method === "PATCH" && !applying,
  };
}

/** Whether nothing is to be stored; `All` is the only value there is. `options` names the request's sort of options. */
export function isDryRun(values: readonly unknown[], options: string): boolean {
  if (values.some((value) => value !== "All" && value !== "")) {
    throw invalidOption(options, "dryRun", "NotSupported", "must be 'All' or absent");
  }
  return values.includes("All");
}

function validationOf(value: string, options: string): RequestedWrite["fieldValidation"] {
  const found = validations.find((one) => one === (value || "Warn"));
  if (found) return found;
  const message = `must be one of ${validations.join(", ")}, not '${value}'`;
  throw invalidOption(options, "fieldValidation", "NotSupported", message);
}

/** The program's name: what a client that names no manager is known by. */
function agentOf(userAgent: string): string {
  return userAgent.split("/")[0]?.slice(0, 128) || "unknown";
}
