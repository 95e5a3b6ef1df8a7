import type { Report } from "../problem.ts";
import { bool, double, list, map, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { providerRef, workloadMode } from "./telemetry-provider.ts";

const optionalBool = bool({ wrapped: true, nullable: true });

const customTag = obj({
  literal: opt(1, obj({ value: req(1, str({ minLength: 1 }), "The text.") }), "The same text on every span.", {
    oneof: "type",
  }),
  environment: opt(
    2,
    obj({
      name: req(1, str({ minLength: 1 }), "Name of the variable."),
      defaultValue: opt(2, str(), "Text to use if the variable is not set; absent: no tag."),
    }),
    "The value of one of the proxy's environment variables.",
    { oneof: "type" },
  ),
  header: opt(
    3,
    obj({
      name: req(1, str({ minLength: 1 }), "Name of the header."),
      defaultValue: opt(2, str(), "Text to use if the request has no such header; absent: no tag."),
    }),
    "The value of a header of the request.",
    { oneof: "type" },
  ),
  formatter: opt(
    4,
    obj({ value: req(1, str({ minLength: 1 }), "Text with operators, such as `%REQUESTED_SERVER_NAME%`.") }),
    "Text that is made as access logs are.",
    { oneof: "type" },
  ),
});

function tagsHaveNames(tags: { readonly [name: string]: unknown }, report: Report): void {
  if (Object.hasOwn(tags, "")) report("FW0503", "must not have an empty name", "");
}

/** Which requests are traced, where the spans go and what they carry. */
export const telemetryTracing = obj({
  match: opt(
    7,
    obj({ mode: opt(1, workloadMode, "On which side of the traffic the workload is; default: both.") }),
    "Traffic that the section is for; absent: all.",
  ),
  providers: opt(
    2,
    list(providerRef, {
      checks: [
        (providers, report) => {
          if (providers.length > 1) report("FW0502", `should have one item, not ${providers.length}`);
        },
      ],
    }),
    "Where the spans go; absent: to the mesh's default. Only one is used.",
  ),
  randomSamplingPercentage: opt(
    3,
    double({ wrapped: true, min: 0, max: 100, nullable: true }),
    "How many of the requests that nobody has decided on are traced, in percent.",
  ),
  disableSpanReporting: opt(4, optionalBool, "Whether no spans are reported; the trace's headers are passed on still."),
  customTags: opt(5, map(customTag, { checks: [tagsHaveNames] }), "Further tags on every span, by their names."),
  useRequestIdForTraceSampling: opt(
    6,
    optionalBool,
    "Whether the request's id decides on sampling; default: yes. Say no where the id is not Envoy's.",
  ),
  enableIstioTags: opt(8, optionalBool, "Whether spans carry the mesh's own tags; default: yes."),
  disableContextPropagation: opt(
    9,
    optionalBool,
    "Whether the trace's headers are kept from going on, as at an egress gateway; default: no.",
  ),
});

export interface CustomTag extends Infer<typeof customTag> {}
export interface TelemetryTracing extends Infer<typeof telemetryTracing> {}
