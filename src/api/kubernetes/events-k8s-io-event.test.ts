import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admit } from "../admit.ts";
import { KindCatalog } from "../catalog.ts";
import { keyOf } from "../resource.ts";
import { cells, judge, judgeUpdate, objectOf, type Row } from "../testing/judge.ts";
import { eventKind } from "./event.ts";
import { eventsK8sIoEventKind } from "./events-k8s-io-event.ts";

const time = "2026-01-31T12:00:00.123456Z";
const regarding = { kind: "Pod", namespace: "default", name: "a" };
const fields = {
  eventTime: time,
  reportingController: "example.com/c",
  reportingInstance: "c-1",
  action: "Starting",
  reason: "Started",
  type: "Normal",
  note: "up",
  regarding,
};

const rows: readonly Row[] = [
  ["a whole event", fields],
  ["what kube-proxy sends about its node", { ...fields, regarding: { kind: "Node", name: "n1" } }],
  ["no controller", { ...fields, reportingController: "" }, "FW0103 reportingController"],
  ["no time", { ...fields, eventTime: null }, "FW0103 eventTime"],
  ["a time in whole seconds", { ...fields, eventTime: "2026-01-31T12:00:00Z" }, "FW0211 eventTime"],
  ["an unknown type", { ...fields, type: "Error" }, "FW0104 type"],
  ["a long note", { ...fields, note: "x".repeat(1025) }, "FW0106 note"],
  ["an object elsewhere", { ...fields, regarding: { ...regarding, namespace: "b" } }],
  ["a series", { ...fields, series: { count: 2, lastObservedTime: time } }],
  ["a series of one", { ...fields, series: { count: 1, lastObservedTime: time } }, "FW0105 series.count"],
];

describe("eventsK8sIoEventKind", () => {
  for (const [name, event, ...problems] of rows) {
    test(name, () => assert.deepEqual(judge(eventsK8sIoEventKind, event), problems));
  }

  test("changes by its series only", () => {
    const series = { count: 2, lastObservedTime: time };
    assert.deepEqual(judgeUpdate(eventsK8sIoEventKind, fields, { ...fields, series }), []);
    assert.deepEqual(judgeUpdate(eventsK8sIoEventKind, fields, { ...fields, note: "down" }), ["FW0116 note"]);
  });

  test("is stored as the core group's event and comes back as it was", () => {
    const catalog = new KindCatalog([eventKind, eventsK8sIoEventKind]);
    const event = objectOf(eventsK8sIoEventKind, {
      ...fields,
      deprecatedCount: 3,
      deprecatedSource: { component: "c" },
      deprecatedFirstTimestamp: "2026-01-31T12:00:00Z",
      deprecatedLastTimestamp: "2026-01-31T13:00:00Z",
    });
    const stored = catalog.toStored(event);
    assert.deepEqual(keyOf(stored), { group: "", kind: "Event", namespace: "default", name: "x" });
    assert.deepEqual(stored, {
      apiVersion: "v1",
      kind: "Event",
      metadata: event.metadata,
      eventTime: time,
      reportingComponent: "example.com/c",
      reportingInstance: "c-1",
      action: "Starting",
      reason: "Started",
      type: "Normal",
      message: "up",
      involvedObject: regarding,
      count: 3,
      source: { component: "c" },
      firstTimestamp: "2026-01-31T12:00:00Z",
      lastTimestamp: "2026-01-31T13:00:00Z",
    });
    assert.deepEqual(admit(eventKind, stored).problems, []);
    const [version] = eventsK8sIoEventKind.versions;
    assert.deepEqual(catalog.fromStored(stored, version, eventsK8sIoEventKind), event);
    assert.equal(catalog.storedKind(eventsK8sIoEventKind), eventKind);
  });

  test("shows the same as the core group's event", () => {
    const shown = cells(eventsK8sIoEventKind, objectOf(eventsK8sIoEventKind, fields));
    assert.equal(shown["Last Seen"], time);
    assert.equal(shown.Object, "pod/a");
    assert.equal(shown.Message, "up");
    assert.equal(shown.Source, "example.com/c, c-1");
    assert.equal(shown.Count, 1);
  });
});

describe("eventKind", () => {
  const involvedObject = regarding;
  const events: readonly Row[] = [
    [
      "an event of the older form",
      { involvedObject, count: 1, lastTimestamp: "2026-01-31T12:00:00Z", eventTime: null },
    ],
    ["no object", {}, "FW0103 involvedObject"],
    [
      "an object elsewhere",
      { involvedObject: { ...involvedObject, namespace: "b" } },
      "FW0656 involvedObject.namespace",
    ],
    ["an object without namespace", { involvedObject: { kind: "Node", name: "n1" } }],
    [
      "an object without namespace, told elsewhere",
      { metadata: { name: "x", namespace: "b" }, involvedObject: { kind: "Node" } },
      "FW0656 involvedObject.namespace",
    ],
  ];
  for (const [name, event, ...problems] of events) {
    test(name, () => assert.deepEqual(judge(eventKind, event), problems));
  }
});
