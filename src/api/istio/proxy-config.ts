import { defineKind } from "../kind.ts";
import { within } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { int32, map, obj, opt, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { rejectDryRun } from "./dry-run.ts";
import { networkingKind, objectWithOptionalSpec } from "./istio-object.ts";
import type { IstioStatus } from "./istio-status.ts";
import { warnOfNoLabels, workloadSelector } from "./workload-selector.ts";

/** What a proxy config asks for. */
const proxyConfigSpec = obj({
  selector: opt(1, workloadSelector, "Workloads whose proxies are meant. Default: all of the namespace."),
  concurrency: opt(
    2,
    int32({ wrapped: true, min: 0, nullable: true }),
    "Worker threads of the proxy; 0 is one for each processor. Default: by the CPU limit.",
  ),
  environmentVariables: opt(3, map(str({ maxLength: 2048 })), "Environment variables of the proxy."),
  image: opt(
    4,
    obj({ imageType: opt(1, str(), "Sort of image, such as `distroless` or `debug`.") }),
    "Image that the proxy runs.",
  ),
});

export interface ProxyConfigSpec extends Infer<typeof proxyConfigSpec> {}

/** Settings of proxies that take effect when they start. */
export interface ProxyConfig extends Resource {
  readonly spec?: ProxyConfigSpec;
  readonly status?: IstioStatus;
}

export const proxyConfigKind = defineKind<ProxyConfig>({
  ...networkingKind,
  kind: "ProxyConfig",
  versions: [{ name: "v1beta1" }],
  doc: "Settings of proxies that take effect when they start.",
  schema: objectWithOptionalSpec(proxyConfigSpec, "The proxies and their settings."),
  protobuf: { message: "istio.networking.v1beta1.ProxyConfig", of: "spec" },
  validate(resource, report) {
    rejectDryRun(resource, report);
    const { spec } = resource;
    warnOfNoLabels(spec?.selector, within(report, "spec", "selector"));
  },
});
