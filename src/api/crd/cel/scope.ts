import type { Schema } from "../../schema/schema.ts";
import type { Runtime } from "./overloads.ts";
import type { CelNode } from "./parse.ts";
import type { CelValue } from "./value.ts";

/** One evaluation: the variables by number, and what functions need. */
export interface Frame extends Runtime {
  readonly slots: CelValue[];
}

/** A compiled part of an expression, to be evaluated. Throws `CelFault` where it has no value. */
export type Run = (frame: Frame) => CelValue;

/** What is known of a value before evaluation: its schema, if it comes from the object; undefined: nothing. */
export type StaticType = Schema | undefined;

/** A compiled part of an expression and what is known of its value. */
export interface Compiled {
  readonly run: Run;
  readonly type: StaticType;
}

/** A variable: its number in frames, and what is known of it. */
export interface Variable {
  readonly slot: number;
  readonly type: StaticType;
}

/** The variables that a part of an expression can see. */
export class Scope {
  readonly #variables: ReadonlyMap<string, Variable>;
  readonly #next: number;

  constructor(variables: ReadonlyMap<string, Variable> = new Map(), next = 0) {
    this.#variables = variables;
    this.#next = next;
  }

  find(name: string): Variable | undefined {
    return this.#variables.get(name);
  }

  /** This scope with one more variable, and the number it has in frames. */
  with(name: string, type: StaticType): { readonly scope: Scope; readonly slot: number } {
    const slot = this.#next;
    return { slot, scope: new Scope(new Map(this.#variables).set(name, { slot, type }), slot + 1) };
  }
}

/** Compiles a part; throws `CompileFault`. */
export type Compile = (node: CelNode, scope: Scope) => Compiled;

/** An expression that cannot be compiled. */
export class CompileFault extends Error {
  override readonly name = "CompileFault";
}
