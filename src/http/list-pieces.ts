/** Characters of a piece, or nearly: what is larger leaves the engine's nursery, and goes only when all of memory is searched. */
const wanted = 64 * 1024;

/** How many members are written at first; later it goes by the length of those before. */
const firstMembers = 16;

/** The field of a list, or of a table, that has its members. It comes last. */
export function membersOf(list: object): { readonly field: string; readonly members: readonly unknown[] } {
  const [field = "", members] = Object.entries(list).at(-1) ?? [];
  if (!Array.isArray(members)) throw new Error("a list ends with its members");
  return { field, members };
}

/** A list's JSON piece by piece, so that one of any length takes little memory, and holds nobody up. */
export function* listPieces(list: object): Generator<string, void, undefined> {
  const { field, members } = membersOf(list);
  let text = JSON.stringify({ ...list, [field]: [] }).slice(0, -2);
  for (let at = 0, count = firstMembers; at < members.length; ) {
    const part = JSON.stringify(members.slice(at, at + count));
    text += `${at === 0 ? "" : ","}${part.slice(1, -1)}`;
    at += count;
    count = Math.max(1, Math.round((count * wanted) / part.length));
    if (text.length < wanted / 2) continue;
    yield text;
    text = "";
  }
  yield `${text}]}\n`;
}
