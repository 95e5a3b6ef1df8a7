import { betweenObjectsCodes } from "./codes/between-objects.ts";
import { crdCodes } from "./codes/crd.ts";
import type { CodeEntry } from "./codes/entry.ts";
import { gatewayCodes } from "./codes/gateway.ts";
import { generalCodes } from "./codes/general.ts";
import { gridCodes } from "./codes/grid.ts";
import { istioNetworkingCodes } from "./codes/istio-networking.ts";
import { istioSecurityCodes } from "./codes/istio-security.ts";
import { istioTelemetryCodes } from "./codes/istio-telemetry.ts";
import { kubernetesCodes } from "./codes/kubernetes.ts";
import { meshCodes } from "./codes/mesh.ts";
import { translationCodes } from "./codes/translation.ts";

/**
 * Every problem Fairway reports about configuration. Codes are stable: they may be retired, never reused.
 * FW00 files · FW01 structure · FW02 value formats · FW03 Istio networking · FW04 Istio security ·
 * FW05 Istio telemetry and extensions · FW06 Kubernetes · FW07 Gateway API · FW08 mesh configuration · FW09 grids ·
 * FW10 CustomResourceDefinitions · FW11 objects that do not fit together · FW12 translation.
 */
export const problemCodes = {
  ...generalCodes,
  ...istioNetworkingCodes,
  ...istioSecurityCodes,
  ...istioTelemetryCodes,
  ...kubernetesCodes,
  ...gatewayCodes,
  ...meshCodes,
  ...gridCodes,
  ...crdCodes,
  ...betweenObjectsCodes,
  ...translationCodes,
} as const satisfies Record<string, CodeEntry>;

export type ProblemCode = keyof typeof problemCodes;
