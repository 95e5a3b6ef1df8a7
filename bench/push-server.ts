/**
 * A server of the transport benchmark, as its own process: the product's gRPC server with the options of the product,
 * and above it either nothing (`transport`) or all of `deliver` (`ads`). A control stream makes it push; it prints its
 * address.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type GrpcHandler, ThreadedServer } from "../src/grpc/index.ts";
import { pushThroughAds } from "./push-ads.ts";
import { pushToCalls } from "./push-calls.ts";

/** What a form of the server can do. */
export interface PushTarget {
  readonly methods: ReadonlyMap<string, GrpcHandler>;
  /** Begins to send a prepared response of about `size` bytes to every stream. */
  push(size: number): void;
}

const forms: Readonly<Record<string, () => PushTarget>> = { transport: pushToCalls, ads: pushThroughAds };

const { values } = parseArgs({ options: { form: { type: "string", default: "transport" }, tls: { type: "string" } } });
const target = forms[values.form]?.();
if (!target) throw new Error(`--form must be one of ${Object.keys(forms).join(", ")}`);
const control: GrpcHandler = async (call) => {
  for await (const message of call.messages) target.push(Number(message.toString()));
};
const methods = new Map([...target.methods, ["/fairway.bench.Control/Push", control] as const]);
const pem = (file: string) => readFileSync(join(values.tls ?? "", file), "utf8");
const tls =
  values.tls === undefined ? {} : { tls: { key: pem("server.key"), cert: pem("server.crt"), ca: pem("ca.crt") } };
const report = (error: unknown) => console.error(error);
// A client that takes gigabytes on a busy machine may be late with its answer to a ping, which waits behind them.
const limits = { pingTimeout: 120_000 };
const server = new ThreadedServer({ methods, report, limits, ...tls, threads: availableParallelism() });
console.log(await server.listen({ host: "127.0.0.1", port: 0 }, "the benchmark's server"));
