import assert from "node:assert/strict";
import { test } from "node:test";
import { demoIntro } from "./demo-intro.ts";

const places = {
  dir: "/tmp/demo",
  addresses: new Map([["http", "http://127.0.0.1:2"]]),
  page: "http://127.0.0.1:1/",
  kubeconfig: "/tmp/demo/data/kubeconfig",
  meshDir: "/tmp/demo/mesh",
  changesDir: "/tmp/demo/try",
};

test("with kubectl, its commands are what to try", () => {
  const text = demoIntro(places, true);
  assert.match(text, /^page {8}http:\/\/127\.0\.0\.1:1\/\nhttp {8}http:\/\/127\.0\.0\.1:2\n\nTry, in another terminal/);
  assert.match(text, /\n {2}cd \/tmp\/demo\n {2}export KUBECONFIG=\$PWD\/data\/kubeconfig\n/);
  assert.match(text, /\n {2}kubectl apply -f try\/canary\.yaml +# send 20 % to v2/);
  assert.match(text, /\n {2}kubectl delete virtualservice reviews +# even shares again\n/);
});

test("without kubectl, the same is done by files", () => {
  const text = demoIntro(places, false);
  assert.match(text, /there is no kubectl/);
  assert.doesNotMatch(text, /KUBECONFIG|kubectl apply/);
  assert.match(text, /\n {2}cp try\/canary\.yaml mesh\/reviews\.yaml +# send 20 % to v2/);
  assert.match(text, /\n {2}rm mesh\/reviews\.yaml +# even shares again\n/);
});
