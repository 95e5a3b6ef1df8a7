import type { GrpcMeasures } from "./grpc.ts";

/** Prints what was measured for people: ratios to Go, and what they are made of. */
export function printPushes({ pushes, idle, load }: GrpcMeasures): void {
  console.log(
    "Pushing one response to every stream. ms: Fairway's transport, Go with bytes encoded once, all of Fairway's",
  );
  console.log(
    "delivery, Go encoding for each stream. ratio: the transport to Go; delivery to Go; delivery to Go encoding.\n",
  );
  const heads = ["Fairway", "Go", "ADS", "Go enc.", "ratio", "ADS", "to enc."];
  const line = (title: string, cells: readonly string[]) =>
    console.log(`${title.padEnd(34)}${cells.map((cell) => cell.padStart(9)).join("")}`);
  line("", heads);
  for (const { transport, streams, bytes, costs, ratios } of pushes) {
    const title = `${transport}, ${streams} × ${bytes / 1000} KB`;
    const { fairway, go, ads, goMarshal } = costs;
    const all = [fairway, go, ads, goMarshal];
    const times = (...values: readonly number[]) => values.map((value) => `${value.toFixed(2)}×`);
    const { transport: own, ads: delivery, adsToMarshal } = ratios;
    line(`${title}: CPU ms`, [
      ...all.map(({ cpuMs }) => cpuMs.toFixed(0)),
      ...times(own.cpu, delivery.cpu, adsToMarshal.cpu),
    ]);
    line("  wall ms", [
      ...all.map(({ wallMs }) => wallMs.toFixed(0)),
      ...times(own.wall, delivery.wall, adsToMarshal.wall),
    ]);
    line(
      "  peak MB",
      all.map(({ peak }) => (peak / 1e6).toFixed(0)),
    );
  }
  for (const { transport, streams, before, perStream } of idle) {
    const { fairway, go, ads, goMarshal } = perStream;
    line(
      `${transport}, ${streams} idle: KB each`,
      [fairway, go, ads, goMarshal].map((bytes) => (bytes / 1000).toFixed(1)),
    );
    line(
      "  MB before",
      [before.fairway, before.go, before.ads, before.goMarshal].map((bytes) => (bytes / 1e6).toFixed(0)),
    );
  }
  console.log(`\nload of the machine before and after: ${load.map((value) => value.toFixed(1)).join(", ")}`);
}
