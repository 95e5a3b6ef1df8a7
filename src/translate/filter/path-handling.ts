import type { HttpConnectionManager } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { FilterSettings } from "./filter-settings.ts";

/** How paths are cleaned before anything looks at them: policies and routes must see what the workload will. */
export function pathHandling({ pathNormalization, proxyConfig }: FilterSettings): HttpConnectionManager {
  const { profile, httpMergeSlashes, httpPathWithEscapedSlashesAction } = proxyConfig.connectionSettings ?? {};
  const edge = profile === "EDGE";
  const decodes = pathNormalization === "DECODE_AND_MERGE_SLASHES";
  const merges = httpMergeSlashes ?? (edge || decodes || pathNormalization === "MERGE_SLASHES");
  const escaped = httpPathWithEscapedSlashesAction ?? "PATH_WITH_ESCAPED_SLASHES_UNSPECIFIED";
  return {
    normalizePath: pathNormalization !== "NONE",
    ...(merges && { mergeSlashes: true }),
    pathWithEscapedSlashesAction:
      escaped !== "PATH_WITH_ESCAPED_SLASHES_UNSPECIFIED"
        ? escaped
        : decodes
          ? "UNESCAPE_AND_FORWARD"
          : edge
            ? "UNESCAPE_AND_REDIRECT"
            : "KEEP_UNCHANGED",
  };
}
