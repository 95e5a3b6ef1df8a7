import { atLeastOne } from "../checks/across.ts";
import type { Report } from "../problem.ts";
import { bool, inline, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { dataKey } from "./data-key.ts";
import { environmentFields, objectFieldSelector, resourceFieldSelector } from "./field-selector.ts";
import { filledText, hasName } from "./filled-text.ts";
import { isInnerPath } from "./inner-path.ts";
import { localObjectReferenceFields } from "./object-reference.ts";
import { warnOfRepeats } from "./warn-of-repeats.ts";

const named = inline(1, localObjectReferenceFields);

const keySelector = (kind: string) =>
  obj(
    {
      ...named,
      key: req(2, dataKey, `Key of the ${kind} whose value is taken.`),
      optional: ptr(3, bool(), `Whether the container also starts without the ${kind} or key; default false.`),
    },
    { atomic: true, checks: [hasName] },
  );

const wholeSource = (kind: string) =>
  obj(
    {
      ...named,
      optional: ptr(2, bool(), `Whether the container also starts without the ${kind}; default false.`),
    },
    { checks: [hasName] },
  );

const fileKeySelector = obj(
  {
    volumeName: req(1, filledText, "Name of the 'emptyDir' volume that holds the file."),
    path: req(2, str({ checks: [isInnerPath] }), "Path of the file in the volume."),
    key: req(3, filledText, "Key in the file whose value is taken."),
    optional: ptr(4, bool(), "Whether the variable is left out when file or key are missing; default false.", {
      default: false,
    }),
  },
  { atomic: true },
);

const source = { oneof: "source" };

const envVarSource = obj(
  {
    fieldRef: ptr(1, objectFieldSelector(environmentFields), "A field of the pod.", source),
    resourceFieldRef: ptr(2, resourceFieldSelector, "A limit or request of a container.", source),
    configMapKeyRef: ptr(3, keySelector("ConfigMap"), "A key of a ConfigMap.", source),
    secretKeyRef: ptr(4, keySelector("Secret"), "A key of a Secret.", source),
    fileKeyRef: ptr(5, fileKeySelector, "A key in a file that an init container wrote.", source),
  },
  { checks: [atLeastOne("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef")] },
);

/** Whether the text can name an environment variable: printable ASCII without `=`. */
const isVariableName: Check<string> = (name, report) => {
  if (!/^[ -<>-~]+$/.test(name)) report("FW0605", `must be printable ASCII characters without '=', not '${name}'`);
};

function valueFromOnePlace(variable: { value?: string | undefined; valueFrom?: unknown }, report: Report): void {
  if (variable.value && variable.valueFrom !== undefined) {
    report("FW0111", "must not be set when `value` is not empty", "valueFrom");
  }
}

/** An environment variable. */
const envVar = obj(
  {
    name: req(1, str({ checks: [isVariableName] }), "Name of the variable."),
    value: opt(2, str(), "Value; `$(NAME)` stands for the value of a variable defined before; default empty."),
    valueFrom: ptr(3, envVarSource, "Where the value comes from, instead of `value`."),
  },
  { checks: [valueFromOnePlace] },
);

/** A ConfigMap or Secret all of whose keys become variables. */
export const envFromSource = obj(
  {
    prefix: opt(1, str({ emptyIsAbsent: true, checks: [isVariableName] }), "Text put before each key."),
    configMapRef: ptr(2, wholeSource("ConfigMap"), "The ConfigMap.", source),
    secretRef: ptr(3, wholeSource("Secret"), "The Secret.", source),
  },
  { checks: [atLeastOne("configMapRef", "secretRef")] },
);

/** A container's variables: a later one of the same name hides the earlier one. */
export const environment = list(envVar, {
  keys: ["name"],
  repeats: true,
  checks: [warnOfRepeats((variable) => variable.name, "name")],
});

export interface EnvVar extends Infer<typeof envVar> {}
