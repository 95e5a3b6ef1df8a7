import { isUtf8 } from "node:buffer";
import { Composer, type CST, type Document, type DocumentOptions, LineCounter, Parser, type SchemaOptions } from "yaml";
import { isObject } from "../../base/json.ts";
import type { ProblemCode } from "../codes.ts";
import { formatPath, type Path, type Severity } from "../problem.ts";
import { kubernetesLexer } from "./kubernetes-lexer.ts";
import { mendFlowScalars } from "./mend-flow-scalars.ts";
import { type Position, type SourceDocument, sourceDocument } from "./source-document.ts";
import { kubernetesTags } from "./yaml-tags.ts";

/** A problem with the place in the file where it is, in the shape that commands print. */
export interface SourceProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly path: string;
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
}

export interface ReadLimits {
  /** Largest file in bytes. */
  readonly maxBytes: number;
  /** Deepest nesting of lists and objects. */
  readonly maxDepth: number;
  /** How many nodes aliases may stand for. */
  readonly maxAliases: number;
  /** A key that stands twice is a warning, and the last one counts. Default: the document is refused. */
  readonly repeatedKeys?: boolean;
}

export const defaultLimits: ReadLimits = { maxBytes: 32 * 1024 * 1024, maxDepth: 100, maxAliases: 1000 };

const yamlOptions: DocumentOptions & SchemaOptions & { uniqueKeys: boolean } = {
  schema: "core",
  merge: true,
  uniqueKeys: true,
  customTags: kubernetesTags,
};

const repeatedKey = "must be unique: the same key stands above";

/** The documents of a YAML or JSON file. One that cannot be read is a problem; the others are returned all the same. */
export function readDocuments(
  bytes: Uint8Array,
  file: string,
  limits: ReadLimits = defaultLimits,
): { documents: SourceDocument[]; problems: SourceProblem[] } {
  const at = (code: ProblemCode, position: Position, message: string) => ({
    documents: [],
    problems: [sourceProblem(file, position, { code, message })],
  });
  if (bytes.byteLength > limits.maxBytes) {
    return at("FW0004", { line: 1, column: 1 }, `must be at most ${limits.maxBytes} bytes long`);
  }
  if (!isUtf8(bytes)) return at("FW0006", badByte(bytes), "must be UTF-8 text: there are bytes here that are not");
  const documents: SourceDocument[] = [];
  const problems: SourceProblem[] = [];
  for (const { text, line } of splitDocuments(new TextDecoder().decode(bytes))) {
    const reader = new DocumentReader(file, line, limits);
    reader.read(text);
    documents.push(...reader.documents);
    problems.push(...reader.problems);
  }
  return { documents, problems };
}

/** Reads one document, so that whatever is wrong with it stays with it. */
class DocumentReader {
  readonly documents: SourceDocument[] = [];
  readonly problems: SourceProblem[] = [];
  readonly #file: string;
  readonly #limits: ReadLimits;
  readonly #lines = new LineCounter();
  /** Lines of the file before this document. */
  readonly #before: number;

  constructor(file: string, before: number, limits: ReadLimits) {
    this.#file = file;
    this.#before = before;
    this.#limits = limits;
  }

  read(source: string): void {
    const composer = new Composer(yamlOptions);
    const parser = new Parser(this.#lines.addNewLine);
    const tokens = this.#parse(parser, source);
    if (!tokens) return;
    for (const token of tokens) {
      mendFlowScalars(token);
      for (const document of composer.next(token)) this.#take(document);
    }
    for (const document of composer.end()) this.#take(document);
  }

  /** The document's tokens, or undefined if it is nested too deeply: the composer recurses and would overflow. */
  #parse(parser: Parser, source: string): CST.Token[] | undefined {
    const tokens: CST.Token[] = [];
    this.#lines.addNewLine(0);
    for (const lexeme of kubernetesLexer().lex(source)) {
      tokens.push(...parser.next(lexeme));
      // Each level is a collection on the parser's stack; the document and the item under way are on it too.
      if (parser.stack.length > this.#limits.maxDepth + 2) {
        const at = parser.stack.at(-1)?.offset ?? 0;
        this.#report("FW0003", at, `must be nested at most ${this.#limits.maxDepth} levels deep`);
        return undefined;
      }
    }
    tokens.push(...parser.end());
    return tokens;
  }

  #take(document: Document): void {
    const refused = document.errors.filter(({ code }) => code !== "DUPLICATE_KEY" || !this.#limits.repeatedKeys);
    const [fault] = refused;
    if (fault) {
      const code = fault.code === "DUPLICATE_KEY" ? "FW0002" : "FW0001";
      return this.#report(code, fault.pos[0], code === "FW0002" ? repeatedKey : firstLine(fault.message));
    }
    for (const { pos } of document.errors) this.#report("FW0002", pos[0], repeatedKey, "warning");
    let value: unknown;
    try {
      value = document.toJS({ maxAliasCount: this.#limits.maxAliases });
    } catch (error) {
      const message = error instanceof Error ? firstLine(error.message) : String(error);
      const code = message.startsWith("Excessive alias") ? "FW0005" : "FW0001";
      return this.#report(code, document.range?.[0] ?? 0, message);
    }
    if (value !== null && value !== undefined) this.#add(document, value);
  }

  /** A List is the documents in it. */
  #add(document: Document, value: unknown): void {
    const place = { file: this.#file, document, position: (offset: number) => this.#position(offset) };
    if (isObject(value) && value.kind === "List" && value.apiVersion === "v1" && Array.isArray(value.items)) {
      value.items.forEach((item, i) => {
        this.documents.push(sourceDocument(place, item, ["items", i]));
      });
    } else this.documents.push(sourceDocument(place, value));
  }

  #position(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { line: this.#before + Math.max(line, 1), column: Math.max(col, 1) };
  }

  #report(code: ProblemCode, offset: number, message: string, severity: Severity = "error"): void {
    this.problems.push(sourceProblem(this.#file, this.#position(offset), { code, message, severity }));
  }
}

/** Splits at lines that begin with `---`, which nothing inside a YAML document can do; directives stay with theirs. */
function* splitDocuments(source: string): Generator<{ text: string; line: number }> {
  const marker = /^---(?=\s|$)/gm;
  let start = 0;
  let line = 0;
  for (let found = marker.exec(source); found; found = marker.exec(source)) {
    const text = source.slice(start, found.index);
    if (/^(?:[ \t]*(?:[%#].*)?\r?\n)*$/.test(text)) continue;
    yield { text, line };
    line += text.split("\n").length - 1;
    start = found.index;
  }
  yield { text: source.slice(start), line };
}

/** A problem of a file, or of an object in it. */
export function sourceProblem(
  file: string,
  at: Position,
  problem: { code: ProblemCode; message: string; path?: Path; severity?: Severity },
  object: { kind?: string; namespace?: string; name?: string } = {},
): SourceProblem {
  return {
    file,
    ...at,
    kind: object.kind ?? "",
    namespace: object.namespace ?? "",
    name: object.name ?? "",
    path: formatPath(problem.path ?? []),
    code: problem.code,
    severity: problem.severity ?? "error",
    message: problem.message,
  };
}

function badByte(bytes: Uint8Array): Position {
  let good = 0;
  let bad = bytes.byteLength;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    // A prefix may end inside a character: up to three bytes of it do not count.
    const cut = [0, 1, 2, 3].some((back) => isUtf8(bytes.subarray(0, middle - back)));
    if (cut) good = middle;
    else bad = middle;
  }
  const before = bytes.subarray(0, good);
  const line = before.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 1);
  return { line, column: good - before.lastIndexOf(10) };
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");
}
