/** An expression that failed on the values it was given. `||`, `&&` and the quantifiers may recover from it. */
export class CelFault extends Error {
  override readonly name = "CelFault";
}

/** An expression that took more steps than it may. Nothing recovers from it. */
export class CelExhausted extends Error {
  override readonly name = "CelExhausted";
  constructor() {
    super("the expression takes too many steps");
  }
}

/** Steps that recovering from a fault costs: an exception takes far longer than an operation. */
export const recoverySteps = 200;
