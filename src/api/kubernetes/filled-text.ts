import { str } from "../schema/build.ts";
import type { Check } from "../schema/schema.ts";

/** Text that is needed: Kubernetes takes an empty one for a missing one. */
const isFilled: Check<string> = (text, report) => {
  if (text === "") report("FW0103", "must not be empty");
};

/** A text that must not be empty. */
export const filledText = str({ checks: [isFilled] });

/** For objects whose `name` is optional by its type but needed all the same. */
export const hasName: Check<{ readonly name?: string | undefined }> = (value, report) => {
  if (!value.name) report("FW0103", "must be set", "name");
};
