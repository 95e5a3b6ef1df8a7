import { CelFault, recoverySteps } from "./fault.ts";
import { loop, variableName } from "./loop.ts";
import type { CelNode } from "./parse.ts";
import { type Compile, type Compiled, CompileFault, type Run, type Scope } from "./scope.ts";
import { fieldType, isSet } from "./select.ts";
import { expect } from "./type-name.ts";
import { CelOptional, type CelValue } from "./value.ts";

type Call = Extract<CelNode, { op: "call" | "rcall" }>;

interface MacroCall {
  readonly receiver: CelNode;
  readonly args: readonly CelNode[];
  readonly scope: Scope;
  readonly compile: Compile;
}

type Macro = (call: MacroCall) => Run;

/** Compiles a call that is a macro: one whose arguments are not evaluated before it; undefined if it is none. */
export function compileMacro(node: Call, scope: Scope, compile: Compile): Compiled | undefined {
  if (node.op === "call") return node.args[0] === "has" ? has(node.args[1], scope, compile) : undefined;
  const [name, receiver, args] = node.args;
  const macro = macros[`${name}/${args.length}`];
  if (!macro || (name === "bind" && !(receiver.op === "id" && receiver.args === "cel"))) return undefined;
  return { run: macro({ receiver, args, scope, compile }), type: undefined };
}

function has([argument]: readonly CelNode[], scope: Scope, compile: Compile): Compiled {
  if (argument?.op !== "." && argument?.op !== ".?") throw new CompileFault("has() takes a field, as in has(self.x)");
  const [of, name] = argument.args;
  const operand = compile(of, scope);
  fieldType(operand.type, name);
  const run: Run = (frame) => {
    frame.meter.spend(1);
    return isSet(operand.run(frame), name);
  };
  return { run, type: undefined };
}

/** `all` and `exists`: one decisive item settles it, even where the condition fails on others. */
const quantifier =
  (decisive: boolean): Macro =>
  ({ receiver, args, scope, compile }) => {
    const walk = loop(receiver, args.slice(0, -1), scope, compile);
    const condition = compileLast(args, walk.scope, compile);
    return (frame) => {
      let decided = false;
      let failed: CelFault | undefined;
      walk.each(frame, () => {
        try {
          decided = expect(condition(frame), "bool", "a condition") === decisive;
        } catch (error) {
          if (!(error instanceof CelFault)) throw error;
          frame.meter.spend(recoverySteps);
          failed ??= error;
        }
        return !decided;
      });
      if (!decided && failed) throw failed;
      return decided ? decisive : !decisive;
    };
  };

const existsOne: Macro = ({ receiver, args, scope, compile }) => {
  const walk = loop(receiver, args.slice(0, -1), scope, compile);
  const condition = compileLast(args, walk.scope, compile);
  return (frame) => {
    let count = 0;
    walk.each(frame, () => {
      if (expect(condition(frame), "bool", "a condition")) count += 1;
      return true;
    });
    return count === 1;
  };
};

const filter: Macro = ({ receiver, args, scope, compile }) => {
  const walk = loop(receiver, args.slice(0, -1), scope, compile);
  const condition = compileLast(args, walk.scope, compile);
  return (frame) => {
    const kept: CelValue[] = [];
    walk.each(frame, (current) => {
      if (expect(condition(frame), "bool", "a condition")) kept.push(current);
      return true;
    });
    return kept;
  };
};

/** `map` with one variable and `transformList` with two; a condition before the last argument filters. */
const transform =
  (variables: 1 | 2): Macro =>
  ({ receiver, args, scope, compile }) => {
    const { run, result } = transformed(variables, { receiver, args, scope, compile });
    return (frame) => {
      const made: CelValue[] = [];
      run(frame, () => {
        made.push(result(frame));
      });
      return made;
    };
  };

const transformMap: Macro = (call) => {
  const { run, result } = transformed(2, call);
  return (frame) => {
    const made = new Map<CelValue, CelValue>();
    run(frame, (key) => {
      made.set(key, result(frame));
    });
    return made;
  };
};

function transformed(variables: 1 | 2, { receiver, args, scope, compile }: MacroCall) {
  const walk = loop(receiver, args.slice(0, variables), scope, compile);
  const [condition, result] = args.slice(variables).map((arg) => compile(arg, walk.scope).run);
  const test = result === undefined ? undefined : condition;
  const run = (frame: Parameters<Run>[0], take: (key: CelValue) => void) => {
    walk.each(frame, (_, key) => {
      if (!test || expect(test(frame), "bool", "a condition")) take(key);
      return true;
    });
  };
  return { run, result: result ?? condition ?? never };
}

const bind: Macro = ({ args: [variable, value, expression], scope, compile }) => {
  if (!value || !expression) return never;
  const bound = compile(value, scope);
  const { slot, scope: inner } = scope.with(variableName(variable), bound.type);
  const result = compile(expression, inner).run;
  return (frame) => {
    frame.slots[slot] = bound.run(frame);
    return result(frame);
  };
};

/** `optMap` gives an optional of the result, `optFlatMap` takes the result as the optional. */
const optionalMap =
  (flat: boolean): Macro =>
  ({ receiver, args: [variable, expression], scope, compile }) => {
    const operand = compile(receiver, scope).run;
    const { slot, scope: inner } = scope.with(variableName(variable), undefined);
    const result = expression ? compile(expression, inner).run : never;
    return (frame) => {
      const { value } = expect(operand(frame), "optional", "the receiver");
      if (value === undefined) return new CelOptional();
      frame.slots[slot] = value;
      const made = result(frame);
      return flat ? expect(made, "optional", "the result") : new CelOptional(made);
    };
  };

/** `or` takes another optional, `orValue` a value, for an optional that has none. */
const alternative =
  (unwrap: boolean): Macro =>
  ({ receiver, args, scope, compile }) => {
    const operand = compile(receiver, scope).run;
    const otherwise = compileLast(args, scope, compile);
    return (frame) => {
      const optional = expect(operand(frame), "optional", "the receiver");
      if (optional.value === undefined) return otherwise(frame);
      return unwrap ? optional.value : optional;
    };
  };

function compileLast(args: readonly CelNode[], scope: Scope, compile: Compile): Run {
  const last = args.at(-1);
  return last ? compile(last, scope).run : never;
}

const never: Run = () => {
  throw new CelFault("the macro has no such argument");
};

/** Macros by name and number of arguments. */
const macros: { readonly [nameAndArity: string]: Macro } = {
  "all/2": quantifier(false),
  "all/3": quantifier(false),
  "exists/2": quantifier(true),
  "exists/3": quantifier(true),
  "exists_one/2": existsOne,
  "existsOne/2": existsOne,
  "existsOne/3": existsOne,
  "filter/2": filter,
  "map/2": transform(1),
  "map/3": transform(1),
  "transformList/3": transform(2),
  "transformList/4": transform(2),
  "transformMap/3": transformMap,
  "transformMap/4": transformMap,
  "bind/3": bind,
  "optMap/2": optionalMap(false),
  "optFlatMap/2": optionalMap(true),
  "or/1": alternative(false),
  "orValue/1": alternative(true),
};
