import { Lexer } from "yaml";

/** What the library keeps to itself and this file leans on; a test reads such a file, so that an update cannot break it unseen. */
interface LexerInternals {
  readonly buffer: string;
  readonly pos: number;
  continueScalar(offset: number): number;
}

/**
 * A lexer with one habit of kubectl's parser that YAML's own rules do not have: a quoted text may go on at the
 * indentation of its key. Generated definitions in the wild are written so.
 */
export function kubernetesLexer(): Lexer {
  const lexer = new Lexer();
  const internals = lexer as unknown as LexerInternals;
  const strict = internals.continueScalar;
  internals.continueScalar = (offset) => {
    const inQuotes = /["']/.test(internals.buffer[internals.pos] ?? "");
    return inQuotes ? offset : strict.call(internals, offset);
  };
  return lexer;
}
