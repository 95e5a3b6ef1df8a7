/** Steps of the script in which Fairway answers otherwise on purpose; docs/kube-apiserver-differences.md has the reasons. */
export const knownDifferences: { readonly [step: string]: readonly string[] } = {
  "create with a bad label": ['.body.details.causes[0].field: "metadata.labels" → "metadata.labels[\\"a b\\"]"'],
  "create with a wrong type": [
    ".body.code: 400 → 422",
    '.body.details: absent → {"name":"wrong","kind":"ConfigMap","causes":[{"reason":"FieldValueTypeInvalid","field":"data"}]}',
    '.body.reason: "BadRequest" → "Invalid"',
    ".code: 400 → 422",
  ],
  "an unknown group": [
    '.body: "404 page not found" → {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","reason":"NotFound","code":404}',
    '.type: "text/plain;charset=utf-8" → "application/json"',
  ],
  "list as a table": ['.body.columnDefinitions[1].type: "string" → "integer"'],
  "watch from no version": [".body.code: 500 → 400", '.body.reason: absent → "BadRequest"', ".code: 500 → 400"],
  "delete another incarnation": ['.body.details.kind: "ConfigMap" → "configmaps"'],
  "add a finalizer to what is going": [
    '.body.details.causes: [{"reason":"FieldValueForbidden","field":"metadata.finalizers"},{"reason":"FieldValueForbidden","field":"metadata.finalizers"}] → [{"reason":"FieldValueForbidden","field":"metadata.finalizers"}]',
  ],
  ...Object.fromEntries(
    [
      ["create a service", ".body"],
      ["patch a service's ports strategically", ".body"],
      ["patch a port out of a service", ".body"],
      ["patch a service's selector by replacement", ".body"],
      ["get as a table", ".body.rows[0].object"],
    ].map(([step = "", at]) => [
      step,
      [`${at}.metadata.managedFields[0].fieldsV1.f:spec.f:ipFamilyPolicy: absent → {}`],
    ]),
  ),
  ...Object.fromEntries(
    [
      ["create a boat without sails", "FieldValueRequired"],
      ["create a boat with a wrong type", "FieldValueTypeInvalid"],
    ].map(([step = "", reason]) => {
      const cause = `{"reason":"${reason}","field":"spec.sails"}`;
      return [step, [`.body.details.causes: [${cause},{"reason":"FieldValueInvalid","field":"<nil>"}] → [${cause}]`]];
    }),
  ),
};

/** Steps that the etcd beside the real server is too old for: it answers them with an error of its own. */
export const notComparable: ReadonlySet<string> = new Set(["watch with a streamed list", "watch metadata"]);
