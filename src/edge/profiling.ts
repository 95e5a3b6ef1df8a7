import { Session } from "node:inspector/promises";
import { pipeline } from "node:stream/promises";
import { getHeapSnapshot } from "node:v8";
import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { type Exchange, sendBytes } from "../http/index.ts";

const root = "/debug/pprof";
const index = `${root}/profile?seconds=30  CPU profile (.cpuprofile)
${root}/heap                what is in memory (.heapsnapshot)
Both open in the developer tools of Chromium.
`;

/** Answers requests for profiles of the process itself; false for any other request. */
export async function serveProfiles(exchange: Exchange, clock: Clock): Promise<boolean> {
  const { path, method, response } = exchange;
  if (path !== root && !path.startsWith(`${root}/`)) return false;
  if (method !== "GET") throw new FairwayError("MethodNotAllowed", `${path} takes GET only`);
  switch (path) {
    case root:
    case `${root}/`:
      await sendBytes(exchange, 200, Buffer.from(index), { "content-type": "text/plain; charset=utf-8" });
      return true;
    case `${root}/profile`: {
      const profile = await cpuProfile(exchange, clock);
      await sendBytes(exchange, 200, Buffer.from(JSON.stringify(profile)), { "content-type": "application/json" });
      return true;
    }
    case `${root}/heap`:
      response.writeHead(200, { "content-type": "application/json" });
      await pipeline(getHeapSnapshot(), response);
      return true;
    default:
      throw new FairwayError("NotFound", `there is no ${path}: ${root}/ tells what there is`);
  }
}

async function cpuProfile({ query, gone }: Exchange, clock: Clock): Promise<unknown> {
  const text = query.get("seconds") ?? "30";
  if (!/^\d{1,3}$/.test(text)) {
    throw new FairwayError("BadRequest", `seconds must be a whole number up to 999, not '${text}'`);
  }
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.start");
    await new Promise<void>((resolve) => {
      const cancel = clock.after(Number(text) * 1000, resolve);
      gone().addEventListener("abort", () => resolve(cancel()), { once: true });
    });
    return (await session.post("Profiler.stop")).profile;
  } finally {
    session.disconnect();
  }
}
