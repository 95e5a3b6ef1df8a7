const absent = (...paths: readonly string[]) => paths.map((path) => `${path}: absent → {}`);
const spec = ".body.metadata.managedFields[0].fieldsV1.f:spec";
const oldEvent = (at: string) => {
  const fields = `${at}.metadata.managedFields[0].fieldsV1`;
  return absent(`${fields}.f:reportingComponent`, `${fields}.f:reportingInstance`);
};
const cause = (reason: string, field: string) => `{"reason":"FieldValue${reason}","field":"${field}"}`;

/** That the real server tells these causes, and Fairway those. */
const causesDiffer = (theirs: readonly string[], ours: readonly string[]) =>
  `.body.details.causes: [${theirs.join()}] → [${ours.join()}]`;

/** Steps in which one mistake is told once, or as one of a list. */
const causes: { readonly [step: string]: readonly string[] } = {
  "create an event without a reporter": [
    causesDiffer(
      ["Required", "Invalid", "Invalid"].map((reason) => cause(reason, "reportingController")),
      [cause("Required", "reportingController")],
    ),
    '.body.details.group: absent → "events.k8s.io"',
  ],
  "change the event's reason": [
    causesDiffer([cause("Invalid", "reason"), cause("Invalid", "reason")], [cause("Invalid", "reason")]),
    '.body.details.group: absent → "events.k8s.io"',
  ],
  "list the next page with a match": [
    causesDiffer(
      [cause("Forbidden", "resourceVersionMatch"), cause("Forbidden", "resourceVersionMatch")],
      [cause("Forbidden", "resourceVersionMatch")],
    ),
  ],
  "a finalizer that is none": [
    causesDiffer(
      [cause("Invalid", "metadata.finalizers"), cause("Invalid", "metadata.finalizers[0]")],
      [cause("Invalid", "metadata.finalizers[0]")],
    ),
  ],
  "an annotation without a name": [
    causesDiffer(
      [cause("Invalid", "metadata.annotations"), cause("Invalid", "metadata.annotations")],
      [cause("Invalid", "metadata.annotations[]")],
    ),
  ],
  "an annotation that is too large": ['.body.details.causes[0].reason: "FieldValueTooLong" → "FieldValueInvalid"'],
  "a secret of bad base64": [
    ".body.code: 400 → 422",
    `.body.details: absent → {"name":"b","kind":"Secret","causes":[${cause("Invalid", "data.a")}]}`,
    '.body.reason: "BadRequest" → "Invalid"',
    ".code: 400 → 422",
  ],
  "change a slice's family": [
    causesDiffer(
      [cause("Invalid", "addressType")],
      [cause("Invalid", "endpoints[0].addresses[0]"), cause("Invalid", "addressType")],
    ),
  ],
  "whether one may nothing": [
    '.body.details.causes[0].field: "spec.resourceAttributes" → "spec"',
    '.body.details.causes[0].reason: "FieldValueInvalid" → "FieldValueRequired"',
    '.body.details.kind: absent → "SelfSubjectAccessReview"',
  ],
  "a token that is too short": ['.body.details.name: absent → "robot"'],
};

/** Steps in which the record of who owns what differs. */
const owners: { readonly [step: string]: readonly string[] } = {
  "create an old event": oldEvent(".body"),
  "get the old event in its new form": oldEvent(".body"),
  "list events by what they are of": oldEvent(".body.items[2]"),
  "delete events by reason": oldEvent(".body.items[2]"),
  "a service to change": absent(`${spec}.f:clusterIPs`, `${spec}.f:ipFamilyPolicy`),
  "an address that is taken": absent(`${spec}.f:clusterIPs`, `${spec}.f:ipFamilyPolicy`),
  "take a service's address away": absent(`${spec}.f:clusterIP`, `${spec}.f:clusterIPs`, `${spec}.f:ipFamilyPolicy`),
  "make a service an alias": [`${spec}.f:internalTrafficPolicy: {} → absent`],
};

const fixedTimes = ["deletionTimestamp", "deletionGracePeriodSeconds"].map((name) =>
  cause("Invalid", `metadata.${name}`),
);

/** Steps that the etcd beside the real server is too old for: it answers them with an error of its own. */
export const notComparable: ReadonlySet<string> = new Set(["watch with a streamed list"]);

/** Steps of the script in which Fairway answers otherwise on purpose; docs/kube-apiserver-differences.md has the reasons. */
export const knownDifferences: { readonly [step: string]: readonly string[] } = {
  "create with a bad label": ['.body.details.causes[0].field: "metadata.labels" → "metadata.labels[a b]"'],
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
  "watch all namespaces as a table": [
    '.body[0].object.columnDefinitions[1].type: "string" → "integer"',
    '.body[1].object.columnDefinitions: absent → [{"name":"Name","type":"string","format":"name","priority":0},{"name":"Data","type":"integer","format":"","priority":0},{"name":"Age","type":"string","format":"","priority":0}]',
  ],
  "list as a table": ['.body.columnDefinitions[1].type: "string" → "integer"'],
  "watch from no version": [".body.code: 500 → 400", '.body.reason: absent → "BadRequest"', ".code: 500 → 400"],
  "delete another incarnation": ['.body.details.kind: "ConfigMap" → "configmaps"'],
  "add a finalizer to what is going": [
    '.body.details.causes: [{"reason":"FieldValueForbidden","field":"metadata.finalizers"},{"reason":"FieldValueForbidden","field":"metadata.finalizers"}] → [{"reason":"FieldValueForbidden","field":"metadata.finalizers"}]',
  ],
  ...causes,
  ...owners,
  "a uid and a time of one's own": [".body.metadata.generation: 7 → absent"],
  "a deletion time of one's own": [
    ".body.code: 422 → absent",
    `.body.details: {"name":"own","kind":"ConfigMap","causes":[${[...fixedTimes, ...fixedTimes].join()}]} → absent`,
    '.body.kind: "Status" → "ConfigMap"',
    '.body.metadata.name: absent → "own"',
    '.body.metadata.namespace: absent → "default"',
    '.body.reason: "Invalid" → absent',
    '.body.status: "Failure" → absent',
    ".code: 422 → 200",
  ],
  "create with a version": [".body.code: 500 → 400", '.body.reason: absent → "BadRequest"', ".code: 500 → 400"],
  "who one is": ['.body.status.userInfo.username: "admin" → "fairway:admin"'],
  "whether one may": [
    '.body.metadata.managedFields: [{"manager":"script","operation":"Update","apiVersion":"authorization.k8s.io/v1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:resourceAttributes":{"f:namespace":{},"f:resource":{},"f:verb":{}}}}}] → absent',
    '.body.status.reason: absent → "the user is in the group system:masters"',
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
      const own = `{"reason":"${reason}","field":"spec.sails"}`;
      return [step, [causesDiffer([own, cause("Invalid", "<nil>")], [own])]];
    }),
  ),
};
