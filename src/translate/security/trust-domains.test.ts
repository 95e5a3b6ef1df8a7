import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { spellings } from "./trust-domains.ts";

const rows: readonly [name: string, principal: string, trustDomains: readonly string[], expected: readonly string[]][] =
  [
    ["without trust domains nothing changes", "td1/ns/a/sa/b", [], ["td1/ns/a/sa/b"]],
    ["the mesh's own also stands for its aliases", "td1/ns/a", ["td1", "td2"], ["td1/ns/a", "td2/ns/a"]],
    ["an alias also stands for the mesh's own", "td2/ns/a", ["td1", "td2"], ["td1/ns/a", "td2/ns/a"]],
    ["cluster.local means the mesh's own", "cluster.local/ns/a", ["td1"], ["td1/ns/a"]],
    ["a foreign trust domain stays", "other/ns/a", ["td1", "td2"], ["other/ns/a"]],
    ["any trust domain stays", "*/ns/a/sa/b", ["td1", "td2"], ["*/ns/a/sa/b"]],
    ["a wildcard covers what it means", "*-td/ns/a", ["new-td", "old-td"], ["*-td/ns/a"]],
    ["a wildcard beside another alias", "*-td/ns/a", ["new-td", "alias"], ["*-td/ns/a", "alias/ns/a"]],
    ["no trust domain at all", "*", ["td1", "td2"], ["*"]],
    ["a name without slashes", "somebody", ["td1"], ["somebody"]],
  ];

describe("spellings of principals", () => {
  for (const [name, principal, trustDomains, expected] of rows) {
    test(name, () => assert.deepEqual(spellings([principal], trustDomains), expected));
  }
});
