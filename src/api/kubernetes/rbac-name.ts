/** Names of roles and bindings may be anything that can stand in a URL as one segment. */
export function rbacNameFault(name: string): string | undefined {
  if (name === "." || name === "..") return "must not be '.' or '..'";
  return /[/%]/.test(name) ? "must not contain '/' or '%'" : undefined;
}
