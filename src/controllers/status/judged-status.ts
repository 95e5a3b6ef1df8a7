import type { IstioCondition, IstioStatus, Resource } from "../../api/index.ts";
import { jsonEqual } from "../../base/json.ts";

/** Something that is wrong with an object, or may be. */
export interface StatusMessage {
  /** Istio's name and code of the sort of message. */
  readonly name: string;
  readonly code: string;
  readonly level: "ERROR" | "WARNING" | "INFO";
  /** What exactly. */
  readonly text: string;
}

/** The condition that says whether an object can be used as it is. */
const type = "Accepted";

/** Characters of the sentence in the condition. */
const maxText = 1024;

/**
 * The object with a status that says what was found of its present generation; the very same if it says so already. The
 * condition's time changes only with its status, and conditions and fields of others stay.
 */
export function judgedStatus(object: Resource, messages: readonly StatusMessage[], now: number): Resource {
  const before = (object["status"] ?? {}) as IstioStatus;
  const { generation = 0 } = object.metadata;
  const { conditions = [], validationMessages: _, ...others } = before;
  const condition = conditionOf(conditions, messages, { generation, now });
  const status: IstioStatus = {
    ...others,
    observedGeneration: generation,
    conditions: [...conditions.filter((each) => each.type !== type), condition],
    ...(messages.length > 0 && { validationMessages: distinct(messages).map(validationMessage) }),
  };
  // A condition that somebody moved to another place in the list says the same.
  return jsonEqual(sorted(before), sorted(status)) ? object : { ...object, status };
}

function conditionOf(
  conditions: readonly IstioCondition[],
  messages: readonly StatusMessage[],
  { generation, now }: { readonly generation: number; readonly now: number },
): IstioCondition {
  const errors = messages.filter(({ level }) => level === "ERROR");
  const status = errors.length === 0 ? "True" : "False";
  const old = conditions.find((each) => each.type === type);
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, "Z");
  const message = [...new Set(errors.map(({ code, text }) => `${code}: ${text}`))].join("; ");
  return {
    type,
    status,
    observedGeneration: generation,
    lastTransitionTime: old?.status === status ? (old.lastTransitionTime ?? time) : time,
    reason: errors.length === 0 ? "Valid" : "Invalid",
    message: message.slice(0, maxText),
  };
}

/** One for each sort: the message has no room for what sets two of a sort apart. */
function distinct(messages: readonly StatusMessage[]): readonly StatusMessage[] {
  return [...new Map(messages.map((message) => [message.code, message])).values()];
}

function validationMessage({ name, code, level }: StatusMessage) {
  const documentationUrl = `https://istio.io/latest/docs/reference/config/analysis/${code.toLowerCase()}/`;
  return { type: { name, code }, level, documentationUrl };
}

function sorted(status: IstioStatus): IstioStatus {
  const conditions = [...(status.conditions ?? [])].sort((a, b) => ((a.type ?? "") < (b.type ?? "") ? -1 : 1));
  return { ...status, conditions };
}
