import { FairwayError } from "../base/fault.ts";
import { isObject, jsonEqual, setOwn } from "../base/json.ts";

/** How many operations one patch may have. */
const maxOperations = 10_000;

type Change = (at: Place, operation: Operation) => void;

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: unknown;
  readonly value?: unknown;
}

/** Where an operation works: the object or list that holds the value, and the value's name in it. */
interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

/** RFC 6902: the operations of the patch, one after the other, on a copy. What cannot be done is an Invalid fault. */
export function applyJsonPatch(target: unknown, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw new FairwayError("BadRequest", "a JSON patch must be a list of operations");
  if (patch.length > maxOperations) {
    throw new FairwayError(
      "TooLarge",
      `a JSON patch must have at most ${maxOperations} operations, not ${patch.length}`,
    );
  }
  // Held by an object, so that the whole document has a place too.
  const root = { document: structuredClone(target) };
  for (const operation of patch) run(root, readOperation(operation));
  return root.document;
}

function readOperation(value: unknown): Operation {
  if (!isObject(value) || typeof value.op !== "string" || typeof value.path !== "string") {
    throw new FairwayError("BadRequest", "each operation of a JSON patch must have `op` and `path`");
  }
  return value as unknown as Operation;
}

function run(root: { document: unknown }, operation: Operation): void {
  const { op, path } = operation;
  const change = Object.hasOwn(changes, op) ? changes[op] : undefined;
  if (!change) throw new FairwayError("BadRequest", `'${op}' is no operation of JSON patches`);
  if (op !== "move" && op !== "copy") return change(placeOf(root, path), operation);
  const source = placeOf(root, String(operation.from ?? ""));
  const value = structuredClone(read(source));
  if (op === "move") remove(source);
  change(placeOf(root, path), { ...operation, value });
}

const changes: { readonly [op: string]: Change } = {
  add: (at, { value }) => add(at, value),
  copy: (at, { value }) => add(at, value),
  move: (at, { value }) => add(at, value),
  remove: (at) => remove(at),
  replace: (at, { value }) => {
    read(at);
    put(at, value);
  },
  test: (at, { value, path }) => {
    if (!jsonEqual(read(at), value)) throw impossible(`the value at '${path}' is not the one that is tested for`);
  },
};

function placeOf(root: { document: unknown }, pointer: string): Place {
  if (pointer !== "" && !pointer.startsWith("/")) throw impossible(`the path '${pointer}' must begin with '/'`);
  const steps = ["document", ...pointer.split("/").slice(1).map(unescaped)];
  let holder: unknown = root;
  for (const step of steps.slice(0, -1)) holder = isHolder(holder) ? read({ holder, key: step }) : undefined;
  if (!isHolder(holder)) throw impossible(`there is nothing at '${pointer}'`);
  return { holder, key: steps.at(-1) ?? "" };
}

const unescaped = (step: string) => step.replaceAll("~1", "/").replaceAll("~0", "~");

function isHolder(value: unknown): value is Place["holder"] {
  return typeof value === "object" && value !== null;
}

function read({ holder, key }: Place): unknown {
  if (Array.isArray(holder)) return holder[indexIn(holder, key, holder.length - 1)];
  if (!Object.hasOwn(holder, key)) throw impossible(`there is no '${key}'`);
  return holder[key];
}

function put({ holder, key }: Place, value: unknown): void {
  if (Array.isArray(holder)) holder[indexIn(holder, key, holder.length - 1)] = value;
  else setOwn(holder, key, value);
}

function add({ holder, key }: Place, value: unknown): void {
  if (value === undefined) throw impossible("the operation has no value");
  if (Array.isArray(holder)) holder.splice(key === "-" ? holder.length : indexIn(holder, key, holder.length), 0, value);
  else setOwn(holder, key, value);
}

function remove(at: Place): void {
  read(at);
  if (Array.isArray(at.holder)) at.holder.splice(Number(at.key), 1);
  else delete at.holder[at.key];
}

function indexIn(list: readonly unknown[], key: string, last: number): number {
  if (!/^(0|[1-9]\d*)$/.test(key) || Number(key) > last) {
    throw impossible(`'${key}' is no place in a list of ${list.length}`);
  }
  return Number(key);
}

function impossible(why: string): FairwayError {
  return new FairwayError("Invalid", `the JSON patch cannot be applied: ${why}`);
}
