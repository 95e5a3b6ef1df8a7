import { parseDuration } from "../../base/duration.ts";
import { validCidr, validIp } from "../checks/address.ts";
import { isFqdn } from "../checks/hostname.ts";
import { parseUrl } from "./cel/url.ts";

const matching = (form: RegExp) => (text: string) => form.test(text);
const uuid = (version: string) => {
  const form = /^[0-9a-f]{8}-?[0-9a-f]{4}-?([0-9a-f])[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
  return (text: string) => {
    const found = form.exec(text)?.[1];
    return found !== undefined && (version === "any" || found === version);
  };
};
const isDate = matching(/^\d{4}-\d{2}-\d{2}$/);
const isDateTime = matching(/^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/);

const forms: { readonly [format: string]: (text: string) => boolean } = {
  "date-time": (text) => isDateTime(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => isDate(text) && !Number.isNaN(Date.parse(text)),
  duration: (text) => parseDuration(text) !== undefined,
  byte: matching(/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  ipv4: (text) => validIp(text) && !text.includes(":"),
  ipv6: (text) => validIp(text) && text.includes(":"),
  cidr: validCidr,
  mac: matching(/^[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}$/),
  uuid: uuid("any"),
  uuid3: uuid("3"),
  uuid4: uuid("4"),
  uuid5: uuid("5"),
  uri: (text) => parseUrl(text) !== undefined,
  hostname: isFqdn,
  email: matching(/^([^<>]*<)?[^\s@<>]+@[^\s@<>]+>?$/),
};

/** Whether the text is of an OpenAPI format; formats that Kubernetes does not check are taken as fulfilled. */
export function fitsFormat(format: string, text: string): boolean {
  const fits = Object.hasOwn(forms, format) ? forms[format] : undefined;
  return fits?.(text) ?? true;
}
