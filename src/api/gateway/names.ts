import { re2Fault } from "../checks/regex.ts";
import { int32, str } from "../schema/build.ts";
import { matchesPattern } from "../schema/pattern.ts";
import type { Check } from "../schema/schema.ts";

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = `${label}(\\.${label})*`;
const pathCharacters = "[A-Za-z0-9\\/\\-._~%!$&'()*+,;=:]+";

/** An API group; empty is Kubernetes' core group. */
export const groupName = str({ maxLength: 253, pattern: `^$|^${subdomain}$` });

/** A kind, such as `Service`. */
export const kindName = str({ minLength: 1, maxLength: 63, pattern: "^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$" });

/** The name of an object. */
export const objectName = str({ minLength: 1, maxLength: 253 });

/** The name of a namespace. */
export const namespaceName = str({ minLength: 1, maxLength: 63, pattern: `^${label}$` });

/** The name of a part of an object: a listener, a rule, a port. */
export const sectionName = str({ minLength: 1, maxLength: 253, pattern: `^${subdomain}$` });

const hostnamePattern = `^(\\*\\.)?${subdomain}$`;

/** A host name whose first label may be `*`. */
export const hostname = str({ minLength: 1, maxLength: 253, pattern: hostnamePattern });

/** Whether the text is a host name of lower-case labels; the first one may be `*`. */
export function validGatewayHostname(text: string): boolean {
  return matchesPattern(hostnamePattern, text);
}

/** A host name without a wildcard. */
export const preciseHostname = str({ minLength: 1, maxLength: 253, pattern: `^${subdomain}$` });

/** A port from 1 to 65535. */
export const portNumber = int32({ min: 1, max: 65535 });

/** The name of a controller: a domain and a path, such as `istio.io/gateway-controller`. */
export const controllerName = str({ minLength: 1, maxLength: 253, pattern: `^${subdomain}\\/${pathCharacters}$` });

/** An address' type: a known word, or a domain and a path. */
export const addressType = str({
  minLength: 1,
  maxLength: 253,
  pattern: `^Hostname|IPAddress|NamedAddress|${subdomain}\\/${pathCharacters}$`,
});

/** A listener's protocol: a known word, or a domain and a word. */
export const protocolName = str({
  minLength: 1,
  maxLength: 255,
  pattern: `^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$|${subdomain}\\/[A-Za-z0-9]+$`,
});

/** A duration of whole numbers with the units h, m, s and ms, such as `1m30s`. */
export const gatewayDuration = str({ pattern: "^([0-9]{1,5}(h|m|s|ms)){1,4}$" });

/** The name of an HTTP header, or of a query parameter, which keeps to the same characters. */
export const headerName = str({ minLength: 1, maxLength: 256, pattern: "^[A-Za-z0-9!#$%&'*+\\-.^_\\x60|~]+$" });

// Only the newer of the two published forms of these kinds refuses such values, so they are no more than suspicious.
const isPlainHeaderValue: Check<string> = (text, report) => {
  if (!/^[!-~]+([\t ]?[!-~]+)*$/.test(text)) {
    report("FW0716", "should be visible ASCII characters with single spaces between them");
  }
};

/** The value of an HTTP header. */
export const headerValue = str({ minLength: 1, maxLength: 4096, checks: [isPlainHeaderValue] });

/** Where `type` is `RegularExpression`, `value` should be one of RE2. */
export const isUsableRegex: Check<{ readonly type?: string | undefined; readonly value?: string | undefined }> = (
  match,
  report,
) => {
  if (match.type !== "RegularExpression" || match.value === undefined) return;
  const fault = re2Fault(match.value);
  if (fault !== undefined) report("FW0717", `should be a regular expression of RE2: ${fault}`, "value");
};
