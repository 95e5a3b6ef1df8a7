import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually } from "../tools/eventually.ts";
import { assertAccepted } from "./assert-accepted.ts";
import { bookinfo, reviews, setRoutes } from "./bookinfo.ts";
import { type Echo, type Pod, type PodMesh, podsNeed, startPods } from "./index.ts";

const url = "http://reviews:9080/reviews/0";

/** Whose certificate the caller of a request had, as the callee's Envoy tells it. */
function callerOf({ headers }: Pick<Echo, "headers">): string {
  return (
    /URI=spiffe:\/\/cluster\.local\/ns\/default\/sa\/([^;,]+)/.exec(String(headers["x-forwarded-client-cert"]))?.[1] ??
    ""
  );
}

describe("Bookinfo in real pods", { skip: podsNeed(), timeout: 300_000 }, () => {
  let mesh: PodMesh;
  let client: Pod;
  const routes = (host: string, ...http: readonly object[]) => setRoutes(mesh, host, http, [client]);
  const counts = async (count: number, headers = {}) => {
    const answers = await client.getMany(url, count, { headers });
    return Map.groupBy(answers, ({ status, echo }) => echo?.version ?? String(status));
  };

  before(async () => {
    mesh = await startPods(bookinfo);
    client = mesh.pod("client");
    await eventually(async () => {
      const { status } = await client.get("http://productpage:9080/productpage");
      return status === 200;
    });
  });
  after(() => mesh?.[Symbol.asyncDispose]());

  test("a page is made of details, a review and its ratings, each asked by who proves to be their caller", async () => {
    await setRoutes(mesh, "reviews", [{ route: [reviews("v2")] }], [mesh.pod("productpage-v1")]);
    const { echo } = await client.get("http://productpage:9080/productpage");
    assert.ok(echo);
    assert.equal(callerOf(echo), "client");
    const [details, review] = echo.called as readonly Echo[];
    assert.deepEqual([details?.pod, review?.pod], ["details-v1", "reviews-v2"]);
    assert.deepEqual(
      [details, review].map((each) => callerOf(each as Echo)),
      ["productpage", "productpage"],
    );
    const [rating] = (review?.called ?? []) as readonly Echo[];
    assert.deepEqual([rating?.pod, callerOf(rating as Echo)], ["ratings-v1", "reviews"]);
  });

  test("a header decides which version answers, and others get the default", async () => {
    await routes(
      "reviews",
      { match: [{ headers: { "end-user": { exact: "jason" } } }], route: [reviews("v2")] },
      { route: [reviews("v1")] },
    );
    assert.deepEqual([...(await counts(20, { "end-user": "jason" })).keys()], ["v2"]);
    assert.deepEqual([...(await counts(20)).keys()], ["v1"]);
    const used = await client.stats("^cluster\\.outbound\\|9080\\|v2\\|reviews[^;]*;\\.upstream_rq_200$");
    assert.deepEqual([...used.values()], [20]);
  });

  test("a thousand requests are split by weight", async () => {
    await routes("reviews", {
      route: [
        { ...reviews("v1"), weight: 80 },
        { ...reviews("v3"), weight: 20 },
      ],
    });
    const versions = await counts(1000);
    assert.deepEqual([...versions.keys()].sort(), ["v1", "v3"]);
    // The standard deviation is 12.6: one run in 500 million is six of them off.
    assert.ok(Math.abs((versions.get("v3")?.length ?? 0) - 200) < 76, `${versions.get("v3")?.length} of 1000`);
  });

  test("a delay is injected before the request goes out, and an abort in place of it", async () => {
    const always = { percentage: { value: 100 } };
    await routes(
      "ratings",
      {
        match: [{ headers: { "x-test-fault": { exact: "delay" } } }],
        fault: { delay: { ...always, fixedDelay: "0.5s" } },
        route: [{ destination: { host: "ratings" } }],
      },
      {
        match: [{ headers: { "x-test-fault": { exact: "abort" } } }],
        fault: { abort: { ...always, httpStatus: 418 } },
        route: [{ destination: { host: "ratings" } }],
      },
      { route: [{ destination: { host: "ratings" } }] },
    );
    const ratings = mesh.pod("ratings-v1");
    await ratings.seen({ forget: true });
    const ask = (fault: string) => client.get("http://ratings:9080/ratings/0", { headers: { "x-test-fault": fault } });
    const delayed = await ask("delay");
    assert.equal(delayed.status, 200);
    assert.ok(delayed.ms >= 499, `${delayed.ms} ms`);
    const aborted = await ask("abort");
    assert.deepEqual([aborted.status, aborted.text], [418, "fault filter abort"]);
    assert.equal((await ask("none")).status, 200);
    assert.deepEqual(
      (await ratings.seen()).map(({ headers }) => headers["x-test-fault"]),
      ["delay", "none"],
    );
    const injected = await client.stats("^http\\..*fault\\.(delays|aborts)_injected$");
    assert.deepEqual(
      [...injected.values()].filter((count) => count > 0),
      [1, 1],
    );
  });

  test("a request is tried again as often as the route says", async () => {
    const retries = { attempts: 3, retryOn: "5xx", perTryTimeout: "5s" };
    await routes("ratings", { retries, route: [{ destination: { host: "ratings" } }] });
    const ratings = mesh.pod("ratings-v1");
    const ask = async (times: number) => {
      await ratings.behave({ status: 503, times });
      await ratings.seen({ forget: true });
      const { status } = await client.get("http://ratings:9080/ratings/0");
      return { status, tries: (await ratings.seen()).map(({ headers }) => headers["x-envoy-attempt-count"]) };
    };
    assert.deepEqual(await ask(2), { status: 200, tries: ["1", "2", "3"] });
    assert.deepEqual(await ask(10), { status: 503, tries: ["1", "2", "3", "4"] });
    await ratings.behave();
  });

  test("who does not answer in time is given up with 504", async () => {
    await routes("ratings", { timeout: "0.3s", route: [{ destination: { host: "ratings" } }] });
    const ratings = mesh.pod("ratings-v1");
    await ratings.behave({ delay: 3000, times: 1 });
    const { status, text } = await client.get("http://ratings:9080/ratings/0");
    assert.deepEqual([status, text], [504, "upstream request timeout"]);
    assert.equal((await client.get("http://ratings:9080/ratings/0")).status, 200);
    const [late] = (await client.stats("^cluster\\..*9080.*ratings.*upstream_rq_timeout$")).values();
    assert.equal(late, 1);
  });

  test("a mirror gets every request, and its answers are dropped", async () => {
    await routes("reviews", {
      route: [reviews("v1")],
      mirror: { host: "reviews", subset: "v3" },
      mirrorPercentage: { value: 100 },
    });
    const mirror = mesh.pod("reviews-v3");
    await mirror.seen({ forget: true });
    await mirror.behave({ status: 500 });
    const answers = await counts(50);
    assert.deepEqual([...answers.keys()], ["v1"]);
    await eventually(async () => (await mirror.seen()).length === 50);
    await mirror.behave();
    assert.ok((await mirror.seen()).every(({ headers }) => headers["host"] === "reviews:9080"));
  });

  test("a subset that no pod belongs to fails, and those beside it do not", async () => {
    await routes(
      "reviews",
      { match: [{ headers: { "end-user": { exact: "jason" } } }], route: [reviews("v9")] },
      { route: [reviews("v1")] },
    );
    assert.deepEqual([...(await counts(5, { "end-user": "jason" })).keys()], ["503"]);
    assert.deepEqual([...(await counts(5)).keys()], ["v1"]);
  });

  test("with strict mutual TLS a plain call is refused, and the mesh goes on", async () => {
    const outsider = mesh.pod("outsider");
    const direct = `http://${mesh.pod("details-v1").facts.address}:9080/details/0`;
    assert.equal((await outsider.get(direct)).echo?.pod, "details-v1");
    const strict = {
      apiVersion: "security.istio.io/v1",
      kind: "PeerAuthentication",
      spec: { mtls: { mode: "STRICT" } },
    };
    await mesh.apply({ ...strict, metadata: { name: "default", namespace: "default" } });
    await eventually(async () => (await outsider.get(direct, { fresh: true })).error === "ECONNRESET");
    const { status, echo } = await client.get("http://details:9080/details/0");
    assert.deepEqual([status, echo && callerOf(echo)], [200, "client"]);
    await mesh.remove({ ...strict, metadata: { name: "default", namespace: "default" } });
    await eventually(async () => (await outsider.get(direct, { fresh: true })).status === 200);
  });

  test("no Envoy refused anything that it was sent", () => assertAccepted(mesh));
});
