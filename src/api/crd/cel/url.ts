/** An absolute URL, or an absolute path. */
export class CelUrl {
  readonly text: string;
  readonly scheme: string;
  /** With the port, and brackets around IPv6 addresses. */
  readonly host: string;
  readonly path: string;
  readonly query: string;
  constructor(parts: Omit<CelUrl, "hostname" | "port">) {
    this.text = parts.text;
    this.scheme = parts.scheme;
    this.host = parts.host;
    this.path = parts.path;
    this.query = parts.query;
  }

  get hostname(): string {
    return this.host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
  }

  get port(): string {
    return /:(\d*)$/.exec(this.host)?.[1] ?? "";
  }
}

const form = /^(?:([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?]*))?)?([^?]*)(?:\?(.*))?$/s;
const hostForm = /^(?:\[[0-9A-Fa-f:.]+(?:%25[^\]]*)?\]|(?:[^\s"<>[\]\\^`{|}%:/]|%[0-9A-Fa-f]{2})*)(?::\d*)?$/;
const badEscape = /%(?![0-9A-Fa-f]{2})/;

/** Reads a URL as a client would send it: absolute, or an absolute path; undefined if the text is neither. */
export function parseUrl(text: string): CelUrl | undefined {
  if (hasControlCharacter(text)) return undefined;
  const [, scheme = "", authority = "", path = "", query = ""] = form.exec(text) ?? [];
  if (scheme === "" && !path.startsWith("/")) return undefined;
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  if (!hostForm.test(host) || badEscape.test(path)) return undefined;
  return new CelUrl({ text, scheme: scheme.toLowerCase(), host, path, query });
}

function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}
