import { any } from "./any.ts";

/** HTTP/1 headers go on in the letter case in which they came, for those who read them as the RFC says they must not. */
export const keepsHeaderCase = {
  statefulFormatter: {
    name: "preserve_case",
    typedConfig: any("envoy.extensions.http.header_formatters.preserve_case.v3.PreserveCaseFormatterConfig", {}),
  },
} as const;
