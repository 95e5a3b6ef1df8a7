import { grpcStatuses, type HttpRoute } from "../../api/index.ts";
import type { HTTPFault } from "../../gen/envoy/extensions/filters/http/fault/v3.ts";
import type { FractionalPercent } from "../../gen/envoy/type/v3.ts";
import { millionths, wholePercent } from "./request-share.ts";

/** Faults to inject; undefined where none that is asked for can be. A fault without a share hits no request. */
export function httpFault({ delay, abort }: NonNullable<HttpRoute["fault"]>): HTTPFault | undefined {
  const delayed = delay?.fixedDelay && { fixedDelay: delay.fixedDelay, percentage: delayShare(delay) };
  const aborted = abort && abortOf(abort);
  if (!delayed && !aborted) return undefined;
  return { ...(delayed && { delay: delayed }), ...(aborted && { abort: aborted }) };
}

type Fault = NonNullable<HttpRoute["fault"]>;

function delayShare({ percentage, percent }: NonNullable<Fault["delay"]>): FractionalPercent {
  if (percentage) return millionths(percentage.value ?? 0);
  return percent ? wholePercent(percent) : {};
}

function abortOf({ httpStatus, grpcStatus, percentage }: NonNullable<Fault["abort"]>): HTTPFault["abort"] {
  const share = percentage && { percentage: millionths(percentage.value ?? 0) };
  if (httpStatus !== undefined) return httpStatus >= 200 && httpStatus < 600 ? { httpStatus, ...share } : undefined;
  const number = grpcStatus === undefined ? -1 : grpcStatuses.indexOf(grpcStatus.toUpperCase());
  return number < 0 ? undefined : { grpcStatus: number, ...share };
}
