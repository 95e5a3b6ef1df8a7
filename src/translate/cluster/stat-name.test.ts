import assert from "node:assert/strict";
import { test } from "node:test";
import { service } from "../../mesh/testing/configs.ts";
import { statName } from "./stat-name.ts";

const port = { number: 80, name: "http", protocol: "http", targetPort: 8080 } as const;
const subject = { service: service("app/reviews"), port, subset: "v1", targetPort: 8080 };

test("a cluster is counted by its own name without a pattern", () => {
  assert.equal(statName("outbound|80||x", undefined, subject), "outbound|80||x;");
  assert.equal(statName("outbound|80||x", "", subject), "outbound|80||x;");
});

test("a pattern's placeholders are filled in, and what is none stays", () => {
  const pattern = "%SERVICE%_%SERVICE_NAME%_%SERVICE_PORT%_%SERVICE_PORT_NAME%_%TARGET_PORT%_%SUBSET_NAME%_%X%";
  assert.equal(statName("", pattern, subject), "reviews.app_reviews_80_http_8080_v1_%X%;");
  assert.equal(statName("", "%SERVICE_FQDN%", subject), "reviews.app.svc.cluster.local;");
});

test("a service outside of Kubernetes is known by its host", () => {
  const entry = service("app/x", { registry: "External", hostname: "api.example.com", name: "api.example.com" });
  assert.equal(statName("", "%SERVICE%", { ...subject, service: entry }), "api.example.com;");
});
