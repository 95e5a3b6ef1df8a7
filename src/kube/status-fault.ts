import { FairwayError, type FaultCode } from "../base/fault.ts";
import { isObject } from "../base/json.ts";

/** What Kubernetes' reasons mean here. */
const codesOfReasons: { readonly [reason: string]: FaultCode | undefined } = {
  NotFound: "NotFound",
  AlreadyExists: "AlreadyExists",
  Conflict: "Conflict",
  Invalid: "Invalid",
  BadRequest: "BadRequest",
  Unauthorized: "Unauthorized",
  Forbidden: "Forbidden",
  MethodNotAllowed: "MethodNotAllowed",
  NotAcceptable: "NotAcceptable",
  UnsupportedMediaType: "UnsupportedMediaType",
  Expired: "Expired",
  Gone: "Expired",
  RequestEntityTooLarge: "TooLarge",
  Timeout: "Timeout",
};

/** The same for answers that give no reason; all other codes mean that the server cannot do it now. */
const codesOfStatus: { readonly [status: number]: FaultCode | undefined } = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  406: "NotAcceptable",
  409: "Conflict",
  410: "Expired",
  413: "TooLarge",
  415: "UnsupportedMediaType",
  422: "Invalid",
  504: "Timeout",
};

/** The fault that an API server's Status tells of; `status` is the answer's own code. */
export function statusFault(body: unknown, status: number, retryAfter?: string): FairwayError {
  const said = isObject(body) && body.kind === "Status" ? body : {};
  const details = isObject(said.details) ? said.details : {};
  const reason = typeof said.reason === "string" ? said.reason : "";
  const code = codesOfReasons[reason] ?? codesOfStatus[Number(said.code) || status] ?? "Unavailable";
  const message =
    typeof said.message === "string" && said.message !== "" ? said.message : `the server answered ${status}`;
  const seconds = Number(details.retryAfterSeconds ?? retryAfter);
  return new FairwayError(code, message, {
    details: {
      ...(typeof details.name === "string" && { name: details.name }),
      ...(typeof details.group === "string" && { group: details.group }),
      ...(typeof details.kind === "string" && { kind: details.kind }),
      ...(typeof details.uid === "string" && { uid: details.uid }),
      ...(seconds > 0 && { retryAfterSeconds: seconds }),
    },
  });
}
