import { choice, obj, opt, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { gatewayDuration } from "./names.ts";

interface Settings {
  readonly type?: string | undefined;
  readonly absoluteTimeout?: string | undefined;
  readonly cookieConfig?: { readonly lifetimeType?: string | undefined } | undefined;
}

const cookiesFit: Check<Settings> = ({ type, absoluteTimeout, cookieConfig }, report) => {
  if (cookieConfig === undefined) return;
  if (type !== "Cookie") report("FW0715", `must not be set when \`type\` is '${type}'`, "cookieConfig");
  if (cookieConfig.lifetimeType === "Permanent" && absoluteTimeout === undefined) {
    report("FW0715", "must be set when the cookie's `lifetimeType` is 'Permanent'", "absoluteTimeout");
  }
};

/** Keeps the requests of one client with the same backend. */
export const sessionPersistence = obj(
  {
    sessionName: opt(0, str({ maxLength: 128 }), "Name of the cookie or header; absent: chosen by the proxy."),
    absoluteTimeout: opt(0, gatewayDuration, "How long a session lasts at most, such as '1h'."),
    type: opt(0, choice(["Cookie", "Header"]), "What carries the session: 'Cookie' (default) or 'Header'.", {
      default: "Cookie",
    }),
    cookieConfig: opt(
      0,
      obj({
        lifetimeType: opt(
          0,
          choice(["Permanent", "Session"]),
          "Whether the cookie outlives the browser's session; 'Permanent' needs `absoluteTimeout`; default 'Session'.",
          { default: "Session" },
        ),
      }),
      "Settings of the cookie.",
    ),
  },
  { checks: [cookiesFit] },
);

export interface SessionPersistence extends Infer<typeof sessionPersistence> {}
