/** What a command writes to and learns about its surroundings. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Standard output is a terminal that takes colour. */
  readonly colour: boolean;
  /** Characters in a line of standard output; undefined if it is no terminal. */
  columns(): number | undefined;
  /** All of standard input. */
  input(): Promise<Uint8Array>;
}

/** A flag: `--name`, with a value unless it is a switch. */
export interface Flag {
  readonly name: string;
  readonly short?: string;
  /** What the value is, as shown in help: `PATH`; absent for a switch. */
  readonly value?: string;
  /** May be given several times. */
  readonly repeated?: boolean;
  readonly required?: boolean;
  /** Values it may have; completion offers them, and others are refused. */
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly doc: string;
}

/** A positional argument. */
export interface Argument {
  /** As in help: `KIND`, `[NAME]`, `[SCOPE...]`. */
  readonly form: string;
  readonly choices?: readonly string[];
  readonly doc: string;
}

/** What was given on the command line. Repeated flags are lists, switches are booleans. */
export interface Given {
  readonly args: readonly string[];
  text(flag: string): string | undefined;
  list(flag: string): readonly string[];
  on(flag: string): boolean;
}

/** One command: help, completion, the reference and the parser are all made from this. */
export interface Command {
  /** Words after `fairway`: `validate`, or `store check`. */
  readonly name: string;
  readonly summary: string;
  readonly arguments?: readonly Argument[];
  readonly flags?: readonly Flag[];
  /** Lines to try, without the `$`. */
  readonly examples: readonly string[];
  /** Resolves to the exit code: 0 success, 1 a finding or a failed operation, 2 wrong usage. */
  run(given: Given, terminal: Terminal): Promise<number>;
}

/** `-f`, as every command that reads files has it. */
export const fileFlag: Flag = {
  name: "file",
  short: "f",
  value: "PATH",
  repeated: true,
  required: true,
  doc: "File, folder (read recursively: *.yaml, *.yml, *.json) or - for standard input; may be given several times.",
};

/** `-o`, as every command that prints data has it. */
export const outputFlag: Flag = {
  name: "output",
  short: "o",
  value: "FORM",
  choices: ["table", "json", "yaml"],
  default: "table",
  doc: "Form of the output.",
};
