import { str } from "../../schema/build.ts";
import { resolve } from "../../schema/schema.ts";
import { CelFault } from "./fault.ts";
import type { CelNode } from "./parse.ts";
import { type Compile, CompileFault, type Frame, type Scope, type StaticType } from "./scope.ts";
import { itemType } from "./select.ts";
import { typeName } from "./type-name.ts";
import type { CelValue } from "./value.ts";

/** A walk over a list or map that sets one variable (the item, or the key) or two (index or key, and value). */
export interface Loop {
  /** What the body can see. */
  readonly scope: Scope;
  /** Runs the body for each item until it returns false; it gets what the first variable holds, and the key or index. */
  readonly each: (frame: Frame, body: (current: CelValue, key: CelValue) => boolean) => void;
}

/** Compiles a walk over `receiver` with these variables. */
export function loop(receiver: CelNode, variables: readonly CelNode[], scope: Scope, compile: Compile): Loop {
  const source = compile(receiver, scope);
  const [firstName, secondName] = variables.map(variableName);
  const first = scope.with(firstName ?? "", variables.length === 1 ? walkedType(source.type) : undefined);
  const second = secondName === undefined ? undefined : first.scope.with(secondName, itemType(source.type));
  return {
    scope: second?.scope ?? first.scope,
    each: (frame, body) => {
      const container = source.run(frame);
      const byKey = container instanceof Map || second !== undefined;
      for (const [key, item] of entriesOf(container)) {
        frame.meter.spend(1);
        const current = byKey ? key : item;
        frame.slots[first.slot] = current;
        if (second) frame.slots[second.slot] = item;
        if (!body(current, key)) return;
      }
    },
  };
}

/** The name of a macro's variable, which must be a plain word. */
export function variableName(node: CelNode | undefined): string {
  if (node?.op !== "id") throw new CompileFault("the variable of a macro must be a plain name");
  return node.args;
}

/** What the one variable holds: a list's items, or a map's keys, which are text. */
function walkedType(of: StaticType): StaticType {
  return of && resolve(of).type === "map" ? str() : itemType(of);
}

function* entriesOf(container: CelValue): Iterable<readonly [CelValue, CelValue]> {
  if (container instanceof Map) yield* container;
  else if (Array.isArray(container)) for (let i = 0; i < container.length; i++) yield [BigInt(i), container[i]];
  else throw new CelFault(`${typeName(container)} has no items`);
}
