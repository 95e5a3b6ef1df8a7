/** The blocks of a label such as `CERTIFICATE` in PEM, each by itself; what stands around them does not count. */
export function pemBlocks(pem: string, label: string): readonly string[] {
  const end = `-----END ${label}-----`;
  return pem
    .split(`-----BEGIN ${label}-----`)
    .slice(1)
    .flatMap((rest) => {
      const at = rest.indexOf(end);
      return at < 0 ? [] : `-----BEGIN ${label}-----${rest.slice(0, at)}${end}\n`;
    });
}
