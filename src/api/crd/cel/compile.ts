import { re2Fault } from "../../checks/regex.ts";
import { CelFault, recoverySteps } from "./fault.ts";
import { library } from "./functions/library.ts";
import { compileMacro } from "./macros.ts";
import { binaryOperator, negate } from "./operators.ts";
import { call } from "./overloads.ts";
import type { CelNode } from "./parse.ts";
import { type Compiled, CompileFault, type Run, type Scope } from "./scope.ts";
import { fieldType, indexOptional, indexValue, itemType, selectValue } from "./select.ts";
import { expect } from "./type-name.ts";
import { CelType, type CelValue } from "./value.ts";

const types = ["int", "double", "bool", "string", "bytes", "list", "map", "null_type", "type"];
const constants: ReadonlyMap<string, CelValue> = new Map(types.map((name) => [name, new CelType(name)]));

/** Compiles an expression to a function; throws `CompileFault` where it cannot be one. */
export function compile(node: CelNode, scope: Scope): Compiled {
  switch (node.op) {
    case "value":
      return { run: constantly(literal(node.args)), type: undefined };
    case "id":
      return identifier(node.args, scope);
    case ".":
    case ".?":
      return select(node.args[0], node.args[1], node.op === ".?", scope);
    case "[]":
    case "[?]":
      return index(node.args[0], node.args[1], node.op === "[?]", scope);
    case "call":
      return compileMacro(node, scope, compile) ?? untyped(functionCall(node.args[0], node.args[1], scope));
    case "rcall":
      return compileMacro(node, scope, compile) ?? untyped(methodCall(node.args[0], node.args[1], node.args[2], scope));
    case "list":
      return untyped(listLiteral(node.args, scope));
    case "map":
      return untyped(mapLiteral(node.args, scope));
    case "?:":
      return conditional(node.args, scope);
    case "||":
      return untyped(either(node.args, true, scope));
    case "&&":
      return untyped(either(node.args, false, scope));
    case "!_":
      return untyped(not(compile(node.args, scope).run));
    case "-_":
      return untyped(minus(compile(node.args, scope).run));
    default:
      return untyped(binary(node.op, node.args, scope));
  }
}

const untyped = (run: Run): Compiled => ({ run, type: undefined });
const constantly =
  (value: CelValue): Run =>
  () =>
    value;

function literal(value: unknown): CelValue {
  if (typeof value === "bigint") {
    if (BigInt.asIntN(64, value) !== value) throw new CompileFault(`the integer ${value} has more than 64 bits`);
    return value;
  }
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) {
    throw new CompileFault("unsigned integers are not supported");
  }
  return value as CelValue;
}

function identifier(name: string, scope: Scope): Compiled {
  const variable = scope.find(name);
  if (variable) {
    const { slot } = variable;
    return { run: ({ slots }) => slots[slot] ?? null, type: variable.type };
  }
  const constant = constants.get(name);
  if (constant === undefined) throw new CompileFault(`there is no variable '${name}'`);
  return untyped(constantly(constant));
}

function select(of: CelNode, name: string, optional: boolean, scope: Scope): Compiled {
  const operand = compile(of, scope);
  const type = fieldType(operand.type, name);
  const take = optional ? indexOptional : selectValue;
  const run: Run = (frame) => {
    frame.meter.spend(1);
    return take(operand.run(frame), name);
  };
  return { run, type: optional ? undefined : type };
}

function index(of: CelNode, by: CelNode, optional: boolean, scope: Scope): Compiled {
  const operand = compile(of, scope);
  const key = compile(by, scope).run;
  const take = optional ? indexOptional : indexValue;
  const run: Run = (frame) => {
    frame.meter.spend(1);
    return take(operand.run(frame), key(frame));
  };
  return { run, type: optional ? undefined : itemType(operand.type) };
}

function functionCall(name: string, args: readonly CelNode[], scope: Scope): Run {
  const list = library.get(name);
  const plain = name.replace(/^\./, "");
  if (!list) throw new CompileFault(`there is no function '${plain}'`);
  const wanted = args.length;
  if (!list.some(({ types: taken }) => taken.length === wanted)) {
    throw new CompileFault(`the function '${plain}' does not take ${wanted} arguments`);
  }
  if (name.endsWith("matches") || name === ".find" || name === ".findAll") checkPattern(args[1]);
  const parts = args.map((arg) => compile(arg, scope).run);
  return (frame) =>
    call(
      name,
      list,
      parts.map((part) => part(frame)),
      frame,
    );
}

function methodCall(name: string, receiver: CelNode, args: readonly CelNode[], scope: Scope): Run {
  if (receiver.op === "id" && !scope.find(receiver.args) && library.has(`${receiver.args}.${name}`)) {
    return functionCall(`${receiver.args}.${name}`, args, scope);
  }
  return functionCall(`.${name}`, [receiver, ...args], scope);
}

/** Tells of a malformed expression when the rule is read rather than when it runs. */
function checkPattern(node: CelNode | undefined): void {
  if (node?.op !== "value" || typeof node.args !== "string") return;
  const fault = re2Fault(node.args);
  if (fault !== undefined) throw new CompileFault(`'${node.args}' is not a regular expression of RE2: ${fault}`);
}

function listLiteral(items: readonly CelNode[], scope: Scope): Run {
  const parts = items.map((item) => compile(item, scope).run);
  return (frame) => {
    frame.meter.spend(parts.length);
    return parts.map((part) => part(frame));
  };
}

function mapLiteral(entries: readonly (readonly [CelNode, CelNode])[], scope: Scope): Run {
  const parts = entries.map(([key, value]) => [compile(key, scope).run, compile(value, scope).run] as const);
  return (frame) => {
    frame.meter.spend(parts.length);
    return new Map(parts.map(([key, value]) => [key(frame), value(frame)]));
  };
}

function conditional([condition, then, otherwise]: readonly [CelNode, CelNode, CelNode], scope: Scope): Compiled {
  const test = compile(condition, scope).run;
  const yes = compile(then, scope);
  const no = compile(otherwise, scope);
  const run: Run = (frame) => (expect(test(frame), "bool", "a condition") ? yes.run(frame) : no.run(frame));
  return { run, type: yes.type === no.type ? yes.type : undefined };
}

/** `||` and `&&`: the decisive value wins on either side, even where the other side fails. */
function either([left, right]: readonly [CelNode, CelNode], decisive: boolean, scope: Scope): Run {
  const sides = [compile(left, scope).run, compile(right, scope).run];
  return (frame) => {
    frame.meter.spend(1);
    let failed: CelFault | undefined;
    for (const side of sides) {
      try {
        if (expect(side(frame), "bool", "an operand of a logical operator") === decisive) return decisive;
      } catch (error) {
        if (!(error instanceof CelFault)) throw error;
        frame.meter.spend(recoverySteps);
        failed ??= error;
      }
    }
    if (failed) throw failed;
    return !decisive;
  };
}

const not =
  (run: Run): Run =>
  (frame) =>
    !expect(run(frame), "bool", "the operand of '!'");

const minus =
  (run: Run): Run =>
  (frame) =>
    negate(run(frame));

function binary(operator: string, [left, right]: readonly [CelNode, CelNode], scope: Scope): Run {
  const apply = binaryOperator(operator);
  if (!apply) throw new CompileFault(`there is no operator '${operator}'`);
  const a = compile(left, scope).run;
  const b = compile(right, scope).run;
  return (frame) => apply(a(frame), b(frame), frame);
}
