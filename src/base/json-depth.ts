const quote = 0x22;
const backslash = 0x5c;

/** Whether JSON text nests lists and objects deeper than `limit`. Looks at bytes only: parsing may overflow the stack. */
export function isDeeperThan(json: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (inText) {
      if (byte === backslash) i += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}
