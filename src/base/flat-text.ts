/**
 * Parts as one text, for who keeps many: a template is kept by the engine as a tree of its parts, which takes more room than
 * the text.
 */
export function flatText(separator: string, ...parts: readonly string[]): string {
  return parts.join(separator);
}
