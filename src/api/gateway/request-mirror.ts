import { int32, obj, opt, req } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { backendObjectRef } from "./backend-ref.ts";

const atMostOne: Check<{ readonly numerator: number; readonly denominator?: number | undefined }> = (share, report) => {
  const denominator = share.denominator ?? 100;
  if (share.numerator > denominator) {
    report("FW0718", `must be at most the denominator, ${denominator}, not ${share.numerator}`, "numerator");
  }
};

const oneShare: Check<{ readonly percent?: unknown; readonly fraction?: unknown }> = (mirror, report) => {
  if (mirror.percent !== undefined && mirror.fraction !== undefined) {
    report("FW0718", "must not have both `percent` and `fraction`");
  }
};

/** A share as a fraction. */
export const fraction = obj(
  {
    numerator: req(0, int32({ min: 0 }), "How many of `denominator` requests."),
    denominator: opt(0, int32({ min: 1 }), "Of how many requests; default 100.", { default: 100 }),
  },
  { checks: [atMostOne] },
);

/** Sends copies of requests to a further backend, whose responses are dropped. */
export const requestMirror = obj(
  {
    backendRef: req(0, backendObjectRef, "Backend that gets the copies."),
    percent: opt(
      0,
      int32({ min: 0, max: 100 }),
      "Per cent of the requests to copy; absent: all, unless `fraction` is set.",
    ),
    fraction: opt(0, fraction, "Share of the requests to copy, finer than `percent`."),
  },
  { checks: [oneShare] },
);

export interface RequestMirror extends Infer<typeof requestMirror> {}
