import { within } from "../problem.ts";
import { list, map, obj, opt, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { checkWritable, isAuthorityName } from "./header-name.ts";
import { isHeaderValue } from "./header-value.ts";

type Values = { readonly [name: string]: string };

const isWritable: Check<Values> = (headers, report) => {
  for (const name of Object.keys(headers)) checkWritable(name, within(report, name));
};

const isWritableOrAuthority: Check<Values> = (headers, report) => {
  for (const name of Object.keys(headers)) {
    if (!isAuthorityName(name)) checkWritable(name, within(report, name));
  }
};

function operationsWith(names: Check<Values>) {
  const values = map(str({ checks: [isHeaderValue] }), { checks: [names] });
  return obj({
    set: opt(1, values, "Headers that get these values in place of what they have."),
    add: opt(2, values, "Headers that get these values besides what they have."),
    remove: opt(3, list(str({ checks: [checkWritable] })), "Headers that are removed."),
  });
}

/** Changes of headers on the way to the destination and back. */
export const headers = obj({
  request: opt(1, operationsWith(isWritableOrAuthority), "Changes before the request goes to the destination."),
  response: opt(2, operationsWith(isWritable), "Changes before the response goes back to the caller."),
});

export interface Headers extends Infer<typeof headers> {}
export type HeaderOperations = NonNullable<Headers["request"]>;
