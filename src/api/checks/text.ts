import type { Check } from "../schema/schema.ts";

/** An absolute URL whose scheme is one of `schemes` (without the colon), with a host. */
export function isUrl(schemes: readonly string[]): Check<string> {
  const wanted = schemes.map((s) => `${s}://`).join(" or ");
  return (text, report) => {
    const url = URL.parse(text);
    if (url === null || url.host === "") report("FW0208", `must be a URL, not '${text}'`);
    else if (!schemes.includes(url.protocol.slice(0, -1))) report("FW0208", `must start with ${wanted}, not '${text}'`);
  };
}

/** A time in RFC 3339. */
export const isTime: Check<string> = (text, report) => {
  const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
  if (!form.test(text) || Number.isNaN(Date.parse(text))) {
    report("FW0211", `must be a time such as '2026-01-31T12:00:00Z', not '${text}'`);
  }
};

/** A time in RFC 3339 with six digits after the seconds: readers of Kubernetes' MicroTime take nothing else. */
export const isMicroTime: Check<string> = (text, report) => {
  if (/\.\d{6}(Z|[+-]\d{2}:\d{2})$/.test(text)) isTime(text, report);
  else report("FW0211", `must be a time with microseconds, such as '2026-01-31T12:00:00.000000Z', not '${text}'`);
};

/** Standard base64 with padding; line breaks do not count. */
export const isBase64: Check<string> = (text, report) => {
  const body = text.replace(/[\r\n]/g, "");
  if (body.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(body)) report("FW0212", "must be base64");
};
