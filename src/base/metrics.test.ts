import assert from "node:assert/strict";
import { test } from "node:test";
import { Metrics } from "./metrics.ts";

test("metrics show in Prometheus' text format", () => {
  const metrics = new Metrics();
  const pushes = metrics.counter("pilot_xds_pushes", "Pushes by type.", ["type"]);
  metrics.gauge("pilot_services", "Services known.").set(3);
  metrics.gauge("process_heap_bytes", "Heap in use.", [], () => 42);
  const delay = metrics.histogram("pilot_proxy_convergence_time", "Seconds.", [0.1, 1], ["kind"]);
  pushes.inc("cds");
  pushes.add(2, 'a"b\\c\nd');
  delay.observe(0.05, "x");
  delay.observe(0.5, "x");
  delay.observe(5, "x");
  assert.equal(
    metrics.text(),
    `# HELP pilot_xds_pushes Pushes by type.
# TYPE pilot_xds_pushes counter
pilot_xds_pushes{type="cds"} 1
pilot_xds_pushes{type="a\\"b\\\\c\\nd"} 2
# HELP pilot_services Services known.
# TYPE pilot_services gauge
pilot_services 3
# HELP process_heap_bytes Heap in use.
# TYPE process_heap_bytes gauge
process_heap_bytes 42
# HELP pilot_proxy_convergence_time Seconds.
# TYPE pilot_proxy_convergence_time histogram
pilot_proxy_convergence_time_bucket{kind="x",le="0.1"} 1
pilot_proxy_convergence_time_bucket{kind="x",le="1"} 2
pilot_proxy_convergence_time_bucket{kind="x",le="+Inf"} 3
pilot_proxy_convergence_time_sum{kind="x"} 5.55
pilot_proxy_convergence_time_count{kind="x"} 3
`,
  );
  const rejects = metrics.gauge("pilot_xds_cds_reject", "Refused.", ["node"]);
  rejects.replace([
    [1, "a"],
    [2, "b"],
  ]);
  rejects.remove("a");
  assert.match(metrics.text(), /gauge\npilot_xds_cds_reject\{node="b"\} 2\n$/);
  rejects.replace([[3, "c"]]);
  assert.match(metrics.text(), /gauge\npilot_xds_cds_reject\{node="c"\} 3\n$/);
  assert.throws(() => metrics.gauge("pilot_services", "again"), /registered twice/);
});

test("metrics that nobody follows are brought up to date when they are collected", () => {
  const metrics = new Metrics();
  const size = metrics.gauge("size", "How many there are.");
  let actual = 1;
  metrics.onCollect(() => size.set(actual));
  assert.match(metrics.text(), /^size 1$/m);
  actual = 2;
  assert.match(metrics.text(), /^size 2$/m);
});
