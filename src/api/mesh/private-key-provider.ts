import { atLeastOne } from "../checks/across.ts";
import { bool, obj, opt } from "../schema/build.ts";
import { duration } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";

const accelerator = (pollDelayDoc: string) =>
  obj(
    {
      pollDelay: opt(1, duration({ min: 1 }), pollDelayDoc),
      fallback: opt(2, bool({ wrapped: true }), "Whether software does the work where the hardware is missing."),
    },
    { checks: [atLeastOne("pollDelay")] },
  );

/** Hardware that does the work of private keys. */
export const privateKeyProvider = obj(
  {
    cryptomb: opt(
      2,
      accelerator("How long requests are collected before they are worked on together, `1ms` or more."),
      "Intel's CryptoMB instructions.",
      { oneof: "provider" },
    ),
    qat: opt(
      3,
      accelerator("How long to wait before asking the device for results, `1ms` or more."),
      "Intel's QuickAssist devices.",
      { oneof: "provider" },
    ),
  },
  { checks: [atLeastOne("cryptomb", "qat")] },
);

export interface PrivateKeyProvider extends Infer<typeof privateKeyProvider> {}
