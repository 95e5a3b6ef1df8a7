import { error, warning } from "./entry.ts";

/** Problems of kinds that come from CustomResourceDefinitions: FW10xx. */
export const crdCodes = {
  FW1001: error("The schema is not structural", "Follow the message; Kubernetes refuses such schemas as well."),
  FW1002: error("The rule is not a usable CEL expression", "Mend the expression as the message says."),
  FW1003: error(
    "A rule of the kind's CustomResourceDefinition could not be evaluated",
    "Guard the rule, for example with has(), or make the object smaller.",
  ),
  FW1004: warning(
    "Objects of the kind are not converted between versions",
    "Use objects of one version: conversion webhooks are not called.",
  ),
  FW1005: warning("The printer column cannot be shown", "Use a plain JSONPath such as .spec.replicas."),
  FW1006: error("The default does not fit its schema", "Give a default that the schema accepts."),
} as const;
