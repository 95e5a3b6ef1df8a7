/** Environment variables by name. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/** The process's environment: the only place in the program that reads it. */
export function processEnvironment(): Environment {
  return process.env;
}
