import { validDnsLabel, validDnsSubdomain, validLabelValue, validQualifiedName } from "../../../checks/names.ts";
import { mergeOverloads, type Overloads, overloads } from "../overloads.ts";
import { parseTimestamp } from "../time.ts";
import { parseUrl } from "../url.ts";
import { CelFormat, CelOptional } from "../value.ts";

const dns1035Label = (text: string) => validDnsLabel(text) && /^[a-z]/.test(text);
/** Prefixes may end with a hyphen, behind which a unique part is put. */
const asPrefix = (valid: (text: string) => boolean) => (text: string) => valid(text.replace(/-$/, "x"));
const uuid = /^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$/;
const base64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const forms: { readonly [name: string]: (text: string) => boolean } = {
  dns1123Label: validDnsLabel,
  dns1123Subdomain: validDnsSubdomain,
  dns1035Label,
  qualifiedName: validQualifiedName,
  labelValue: validLabelValue,
  dns1123LabelPrefix: asPrefix(validDnsLabel),
  dns1123SubdomainPrefix: asPrefix(validDnsSubdomain),
  dns1035LabelPrefix: asPrefix(dns1035Label),
  uri: (text) => parseUrl(text) !== undefined,
  uuid: (text) => uuid.test(text),
  byte: (text) => base64.test(text),
  date: (text) => parseTimestamp(`${text}T00:00:00Z`) !== undefined,
  datetime: (text) => parseTimestamp(text) !== undefined,
};

const named = new Map(
  Object.entries(forms).map(([name, valid]) => {
    return [name, new CelFormat(name, (text) => (valid(text) ? [] : [`must be of the form ${name}`]))];
  }),
);

const byFunction: Overloads = new Map(
  [...named.values()].map((format) => [`format.${format.name}`, [{ types: [], run: () => format }]]),
);

/** Forms of text by name: `format.dns1123Label().validate(self)`. */
export const formats = mergeOverloads(
  byFunction,
  overloads({
    "format::named(string)": (name) => new CelOptional(named.get(name)),
    "format.validate(string)": (format, text) => {
      const faults = format.faults(text);
      return new CelOptional(faults.length === 0 ? undefined : faults);
    },
  }),
);
