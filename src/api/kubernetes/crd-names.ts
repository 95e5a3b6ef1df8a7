import { list, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";

/** A name that may stand in a URL and begin an identifier: a DNS label that starts with a letter. */
export const isCrdName: Check<string> = (name, report) => {
  if (name.length > 63 || !/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name)) {
    report("FW0680", `must be up to 63 lower-case letters, digits and hyphens and start with a letter, not '${name}'`);
  }
};

const isKindName: Check<string> = (name, report) => {
  if (name.length > 63 || !/^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/.test(name)) {
    report("FW0680", `must be up to 63 letters, digits and hyphens and start with a letter, not '${name}'`);
  }
};

const urlName = str({ checks: [isCrdName] });

/** The names under which a custom kind goes. */
export const crdNames = obj({
  plural: req(1, urlName, "Lower-case plural, as in URLs; the object's name begins with it."),
  singular: opt(
    2,
    str({ emptyIsAbsent: true, checks: [isCrdName] }),
    "Lower-case singular; default `kind` in lower case.",
  ),
  shortNames: opt(3, list(urlName), "Short names for the command line."),
  kind: req(4, str({ checks: [isKindName] }), "Kind of the objects, in CamelCase."),
  listKind: opt(
    5,
    str({ emptyIsAbsent: true, checks: [isKindName] }),
    "Kind of lists; default `kind` with 'List' added.",
  ),
  categories: opt(6, list(urlName), "Groups of kinds to which this one belongs, such as 'all'."),
});

export interface CrdNames extends Infer<typeof crdNames> {}
