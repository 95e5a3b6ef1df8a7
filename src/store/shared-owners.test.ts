import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { deepFreeze } from "../base/json.ts";
import { SharedOwners } from "./shared-owners.ts";

const entry = (manager: string, field: string) =>
  deepFreeze({ manager, operation: "Update", fieldsType: "FieldsV1", fieldsV1: { "f:data": { [`f:${field}`]: {} } } });

const object = (...managedFields: readonly object[]) =>
  deepFreeze({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", managedFields }, data: { key: "x" } });

const setsOf = (entries: readonly unknown[] | undefined) =>
  (entries as readonly { fieldsV1: object }[]).map(({ fieldsV1 }) => fieldsV1);

suite("SharedOwners", () => {
  test("keeps equal sets of fields once, and all else as it is", () => {
    const owners = new SharedOwners();
    const [one] = setsOf(owners.share([entry("kubectl", "key")]));
    const shared = owners.share([entry("helm", "key"), entry("helm", "other")]);
    assert.deepEqual(shared, [entry("helm", "key"), entry("helm", "other")]);
    const [same, other] = setsOf(shared);
    assert.equal(same, one);
    assert.notEqual(other, one);
    assert.ok(Object.isFrozen(shared) && shared.every(Object.isFrozen));
  });

  test("gives objects that were read back the sets of those that were there before", () => {
    const owners = new SharedOwners();
    const [one] = setsOf(owners.share([entry("kubectl", "key")]));
    const read = object(entry("helm", "key"));
    const restored = owners.restored(read);
    assert.deepEqual(restored, read);
    assert.equal(setsOf(restored.metadata.managedFields)[0], one);
    assert.ok(Object.isFrozen(restored) && Object.isFrozen(restored.metadata));
  });

  test("leaves alone what is no set of fields, and what is too long to be compared", () => {
    const owners = new SharedOwners();
    const odd = deepFreeze([{ manager: "a" }, "b", { fieldsV1: [1] }]);
    assert.deepEqual(owners.share(odd), odd);
    const long = entry("a", "x".repeat(5000));
    assert.equal(owners.share([long])[0], long);
    const again = entry("a", "x".repeat(5000));
    assert.equal(owners.share([again])[0], again);
    const none = deepFreeze({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
    assert.equal(owners.restored(none), none);
  });
});
