import type { Check } from "../schema/schema.ts";

/** Whether proxies can take the text as a header's value: commands are closed, percent signs doubled, no control characters. */
export function validHeaderValue(text: string): boolean {
  for (const character of text) {
    const code = character.charCodeAt(0);
    if ((code < 0x20 && character !== "\t") || code === 0x7f) return false;
  }
  // Plain text, a doubled percent sign, or a command such as %REQ(x-id)% with quoted or plain arguments.
  const piece = /[^%]+|%%|%[^%(]+(?:\((?:"(?:[^"\\]|\\.)*"|[^)"\\]|\\.)*\)(?::\d+)? *)?%/y;
  let at = 0;
  while (at < text.length) {
    piece.lastIndex = at;
    if (!piece.test(text)) return false;
    at = piece.lastIndex;
  }
  return true;
}

/** A value that a header can be given. */
export const isHeaderValue: Check<string> = (text, report) => {
  if (!validHeaderValue(text)) {
    report("FW0321", `must have '%' only doubled or around a command, and no control characters: '${text}'`);
  }
};
