import { bool, list, obj, opt, req, str, uint64 } from "../schema/build.ts";
import { duration } from "../schema/formats.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { isRingSize, isTableSize, ringLimit, tableLimit } from "./hash-size.ts";

const httpCookie = obj(
  {
    name: req(1, str(), "Name of the cookie."),
    path: opt(2, str(), "Path that the cookie is for."),
    ttl: opt(3, duration(), "How long the cookie lives; `0s` is as long as the browser runs. Absent: it is not made."),
    attributes: opt(
      4,
      list(
        obj({
          name: req(1, str(), "Name of the attribute, such as `SameSite`."),
          value: opt(2, str(), "Its value; absent for attributes such as `Secure`."),
        }),
      ),
      "Further attributes of the cookie.",
    ),
  },
  {
    checks: [
      (cookie, report) => {
        if (cookie.name === "") report("FW0106", "must not be empty", "name");
      },
    ],
  },
);

const maglev = obj({
  tableSize: opt(1, uint64({ min: 0 }), "Entries of the table: a prime number below 5000011. Default: 65537."),
});

const fields = {
  httpHeaderName: opt(1, str(), "Hash this header.", { oneof: "hash_key" }),
  httpCookie: opt(2, httpCookie, "Hash this cookie, which is made if it is not there.", { oneof: "hash_key" }),
  useSourceIp: opt(3, bool(), "Hash the caller's address.", { oneof: "hash_key" }),
  httpQueryParameterName: opt(5, str(), "Hash this query parameter.", { oneof: "hash_key" }),
  ringHash: opt(
    6,
    obj({
      minimumRingSize: opt(
        1,
        uint64({ min: 0 }),
        "Points on the ring at least, up to 8388608; more spread load better. Default: 1024.",
      ),
    }),
    "Choose endpoints on a ring.",
    { oneof: "hash_algorithm" },
  ),
  maglev: opt(7, maglev, "Choose endpoints by a Maglev table, which is faster but moves more when they change.", {
    oneof: "hash_algorithm",
  }),
  minimumRingSize: opt(4, uint64({ min: 0 }), "Points on the ring at least.", {
    deprecated: "use `ringHash.minimumRingSize`",
  }),
};

/** What keeps requests at the same endpoint. */
export interface ConsistentHash extends InferFields<typeof fields> {}

const hasOneAlgorithm: Check<ConsistentHash> = (hash, report) => {
  if (hash.minimumRingSize && (hash.ringHash || hash.maglev)) {
    report("FW0111", "must not be set together with `ringHash` or `maglev`", "minimumRingSize");
  }
};

const hasUsableTable: Check<ConsistentHash> = (hash, report) => {
  const size = hash.maglev?.tableSize ?? 0;
  if (!hash.maglev || isTableSize(size)) return;
  report("FW0332", `must be a prime number below ${tableLimit}, not ${size}`, "maglev", "tableSize");
};

const hasUsableRing: Check<ConsistentHash> = (hash, report) => {
  const must = (size: number) => `must be at most ${ringLimit}, not ${size}`;
  const { minimumRingSize: old = 0, ringHash } = hash;
  const size = ringHash?.minimumRingSize ?? 0;
  if (!isRingSize(size)) report("FW0337", must(size), "ringHash", "minimumRingSize");
  if (!isRingSize(old)) report("FW0337", must(old), "minimumRingSize");
};

/** Sends requests with the same key to the same endpoint, as long as endpoints do not change. */
export const consistentHash = obj(fields, { checks: [hasOneAlgorithm, hasUsableTable, hasUsableRing] });

export interface HttpCookie extends Infer<typeof httpCookie> {}
