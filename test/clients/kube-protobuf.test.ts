import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import {
  admit,
  apiVersionOf,
  builtInCatalog,
  decodeBody,
  encodeBody,
  objectSchema,
  type Resource,
  readDocuments,
} from "../../src/api/index.ts";
import { fixtures, needsFixtures } from "../../src/api/testing/fixtures.ts";
import { randomMessage } from "../../src/api/wire/testing/random-message.ts";
import { Random } from "../../src/base/testing/random.ts";
import { goSkipReason } from "../peers/go-program.ts";
import { KubeGoClient } from "../peers/kube-go-client.ts";

const kinds = builtInCatalog();
const ours = kinds.all.filter(({ protobuf }) => protobuf?.of === "object");
const hexOf = (body: Resource) => Buffer.from(encodeBody(kinds, body) ?? []).toString("hex");

suite("Kubernetes' protobuf beside client-go's", { skip: goSkipReason }, () => {
  let encoder: KubeGoClient;
  let decoder: KubeGoClient;
  before(() => {
    encoder = new KubeGoClient(["encode"]);
    decoder = new KubeGoClient(["decode"]);
  });
  after(async () => {
    await encoder.stop();
    await decoder.stop();
  });

  /** The same bytes from both, and the same bytes again from what each reads in them. */
  async function compare(body: Resource): Promise<void> {
    const hex = hexOf(body);
    const what = `${body.kind} ${JSON.stringify(body).slice(0, 3000)}`;
    assert.equal(await encoder.ask(JSON.stringify(body)), hex, what);
    const read = JSON.parse(await decoder.ask(hex)) as Resource;
    assert.equal(hexOf(read), hex, what);
    assert.equal(hexOf(decodeBody(kinds, Buffer.from(hex, "hex")) as Resource), hex, what);
  }

  for (const kind of ours) {
    const apiVersion = apiVersionOf(kind.group, kind.versions[0].name);
    test(`is the same for any ${apiVersion} ${kind.kind}`, async () => {
      for (let seed = 1; seed <= 12; seed++) {
        const fields = randomMessage(objectSchema(kind), new Random(seed));
        await compare({ apiVersion, kind: kind.kind, ...fields } as unknown as Resource);
      }
    });
  }

  test("is the same for every object of Istio's samples", { skip: needsFixtures }, async () => {
    const dir = fixtures("istio-samples") ?? "";
    const files = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yaml"));
    let compared = 0;
    for (const file of files) {
      for (const { value } of readDocuments(readFileSync(join(dir, file)), file).documents) {
        const found = ours.find(({ group, kind, versions }) => {
          const { apiVersion, kind: its } = value as Resource;
          return its === kind && apiVersion === apiVersionOf(group, versions[0].name);
        });
        if (!found) continue;
        await compare(admit(found, value as Resource).resource);
        compared += 1;
      }
    }
    assert.ok(compared > 50, `${compared} objects`);
  });
});
