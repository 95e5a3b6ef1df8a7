/** Where a request goes: the path, as URL's parser has it, and what comes after the question mark. */
export interface RequestAddress {
  /** Empty if there is none that could be understood. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** What the parser would leave as it is, which nearly all addresses are: it costs more than the rest of a small request. */
const plain = /^((?:\/[\w~-][\w.~-]*)+\/?)(?:\?([!"$-~]*))?$/;

/** Reads a request's address, which may be anything. */
export function requestAddress(url: string): RequestAddress {
  const [, path, query = ""] = plain.exec(url) ?? [];
  if (path !== undefined) return { path, query: new URLSearchParams(query) };
  const parsed = URL.parse(url, "https://fairway");
  return { path: parsed?.pathname ?? "", query: parsed?.searchParams ?? new URLSearchParams() };
}
