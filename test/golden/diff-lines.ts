/** The difference of two values as lines of JSON: `-` is expected, `+` is there. Keys in one order, with some context. */
export function diffLines(expected: unknown, actual: unknown, context = 3): string {
  const [a, b] = [linesOf(expected), linesOf(actual)];
  const kept = longestCommon(a, b);
  const lines: { readonly mark: " " | "-" | "+"; readonly text: string }[] = [];
  let i = 0;
  let j = 0;
  for (const [x, y] of [...kept, [a.length, b.length] as const]) {
    while (i < x) lines.push({ mark: "-", text: a[i++] ?? "" });
    while (j < y) lines.push({ mark: "+", text: b[j++] ?? "" });
    if (x < a.length) {
      lines.push({ mark: " ", text: a[x] ?? "" });
      i = x + 1;
      j = y + 1;
    }
  }
  const changed = lines.flatMap(({ mark }, at) => (mark === " " ? [] : [at]));
  const shown = new Set(changed.flatMap((at) => Array.from({ length: 2 * context + 1 }, (_, k) => at - context + k)));
  const out: string[] = [];
  lines.forEach(({ mark, text }, at) => {
    if (shown.has(at)) out.push(`${mark} ${text}`);
    else if (shown.has(at - 1)) out.push("  …");
  });
  return out.join("\n");
}

function linesOf(value: unknown): readonly string[] {
  return value === undefined ? [] : JSON.stringify(sortKeys(value), null, 1).split("\n");
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sortKeys(each)]),
  );
}

/** Pairs of positions of a longest common subsequence; the common beginning and end cost nothing. */
function longestCommon(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [m, n] = [a.length - start - end, b.length - start - end];
  const pairs: [number, number][] = Array.from({ length: start }, (_, k) => [k, k]);
  if (m * n <= 4_000_000) {
    const width = n + 1;
    const best = new Uint32Array((m + 1) * width);
    for (let i = m - 1; i >= 0; i--) {
      for (let j = n - 1; j >= 0; j--) {
        const same = a[start + i] === b[start + j];
        const below = best[(i + 1) * width + j] ?? 0;
        const right = best[i * width + j + 1] ?? 0;
        best[i * width + j] = same ? (best[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(below, right);
      }
    }
    for (let i = 0, j = 0; i < m && j < n; ) {
      if (a[start + i] === b[start + j]) pairs.push([start + i++, start + j++]);
      else if ((best[(i + 1) * width + j] ?? 0) >= (best[i * width + j + 1] ?? 0)) i += 1;
      else j += 1;
    }
  }
  for (let k = end; k > 0; k--) pairs.push([a.length - k, b.length - k]);
  return pairs;
}
