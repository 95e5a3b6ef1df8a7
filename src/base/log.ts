import type { Clock } from "./clock.ts";

/** From nothing to everything; a scope writes its level and those before it. */
export const logLevels = ["none", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];
type LineLevel = Exclude<LogLevel, "none">;

/** Facts that belong to a line, in the order in which they are written. */
export interface LogFields {
  readonly [key: string]: unknown;
}

/** One line before it is formatted. */
export interface LogLine {
  readonly level: LineLevel;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly scope: string;
  readonly message: string;
  readonly fields: LogFields;
}

/** Where lines go. */
export type LogSink = (line: LogLine) => void;

/** What can be set for a scope at run time. */
export interface ScopeSettings {
  readonly level: LogLevel;
  /** Lines of this level and the more severe ones carry a stack trace. */
  readonly stackTraceLevel: LogLevel;
  /** Lines carry the place in the code that wrote them. */
  readonly logCallers: boolean;
}

/** A named source of lines, such as `store` or `ads`, whose level can change at any time. */
export class LogScope {
  readonly name: string;
  readonly description: string;
  #settings: ScopeSettings;
  readonly #sink: LogSink;
  readonly #clock: Clock;

  constructor(name: string, description: string, settings: ScopeSettings, sink: LogSink, clock: Clock) {
    this.name = name;
    this.description = description;
    this.#settings = settings;
    this.#sink = sink;
    this.#clock = clock;
  }

  get settings(): ScopeSettings {
    return this.#settings;
  }

  configure(change: Partial<ScopeSettings>): void {
    this.#settings = { ...this.#settings, ...change };
  }

  /** Whether a line of this level would be written: ask before making costly fields. */
  enabled(level: LineLevel): boolean {
    return logLevels.indexOf(level) <= logLevels.indexOf(this.#settings.level);
  }

  error(message: string, fields: LogFields = {}): void {
    this.#write("error", message, fields);
  }

  warn(message: string, fields: LogFields = {}): void {
    this.#write("warn", message, fields);
  }

  info(message: string, fields: LogFields = {}): void {
    this.#write("info", message, fields);
  }

  debug(message: string, fields: LogFields = {}): void {
    this.#write("debug", message, fields);
  }

  #write(level: LineLevel, message: string, fields: LogFields): void {
    if (!this.enabled(level)) return;
    const { logCallers, stackTraceLevel } = this.#settings;
    const traced = logLevels.indexOf(level) <= logLevels.indexOf(stackTraceLevel);
    const line = { level, time: this.#clock.now(), scope: this.name, message };
    if (!logCallers && !traced) return this.#sink({ ...line, fields });
    const extra: { caller?: string; stack?: string } = {};
    // Frames: Error, #write, error|warn|info|debug, then the caller.
    const frames = (new Error().stack ?? "").split("\n").slice(3);
    if (logCallers) extra.caller = frames[0]?.trim().replace(/^at /, "") ?? "";
    if (traced) extra.stack = frames.map((f) => f.trim()).join(" | ");
    this.#sink({ ...line, fields: { ...fields, ...extra } });
  }
}

/** All scopes of the process, by name. A scope is made on first use and keeps its settings. */
export class LogScopes {
  readonly #scopes = new Map<string, LogScope>();
  readonly #sink: LogSink;
  readonly #clock: Clock;
  readonly #initial: ScopeSettings;
  readonly #levels: ReadonlyMap<string, LogLevel>;

  /** `levels` are those asked for by name at start, before the scopes exist. */
  constructor(
    sink: LogSink,
    clock: Clock,
    level: LogLevel = "info",
    levels: ReadonlyMap<string, LogLevel> = new Map(),
  ) {
    this.#sink = sink;
    this.#clock = clock;
    this.#initial = { level, stackTraceLevel: "none", logCallers: false };
    this.#levels = levels;
  }

  scope(name: string, description: string): LogScope {
    let scope = this.#scopes.get(name);
    if (!scope) {
      const level = this.#levels.get(name) ?? this.#initial.level;
      scope = new LogScope(name, description, { ...this.#initial, level }, this.#sink, this.#clock);
      this.#scopes.set(name, scope);
    }
    return scope;
  }

  find(name: string): LogScope | undefined {
    return this.#scopes.get(name);
  }

  /** Sorted by name. */
  list(): LogScope[] {
    return [...this.#scopes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
