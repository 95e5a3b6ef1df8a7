/** The text as a regular expression, JavaScript's or RE2's, that matches just it. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&");
}
