import { obj, opt, req, str } from "../schema/build.ts";
import { quantity } from "../schema/formats.ts";
import type { Check } from "../schema/schema.ts";

const shared = ["metadata.name", "metadata.namespace", "metadata.uid"];

/** Fields of the pod that an environment variable can hold. */
export const environmentFields: readonly string[] = [
  ...shared,
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

/** Fields of the pod that a file can hold. */
export const fileFields: readonly string[] = [...shared, "metadata.labels", "metadata.annotations"];

const subscript = /^metadata\.(labels|annotations)\['[^']+'\]$/;

/** One of the fields, or a single label or annotation. */
const isFieldPath =
  (fields: readonly string[]): Check<string> =>
  (path, report) => {
    if (fields.includes(path) || subscript.test(path)) return;
    const wanted = fields.map((field) => `'${field}'`).join(", ");
    report("FW0601", `must be ${wanted} or a label or annotation as in metadata.labels['app'], not '${path}'`);
  };

/** Picks a field of the pod, out of those that the place can hold. */
export const objectFieldSelector = (fields: readonly string[]) =>
  obj(
    {
      apiVersion: opt(1, str(), "Version of the pod's form in which the path is written; default 'v1'.", {
        default: "v1",
      }),
      fieldPath: req(2, str({ checks: [isFieldPath(fields)] }), "Path of the field, such as `metadata.name`."),
    },
    { atomic: true },
  );

const isContainerResourcePath: Check<string> = (path, report) => {
  if (/^(limits|requests)\.(cpu|memory|ephemeral-storage|hugepages-.+)$/.test(path)) return;
  report("FW0601", `must be 'limits.' or 'requests.' and a resource, such as 'limits.cpu', not '${path}'`);
};

/** Picks a container's limit or request. */
export const resourceFieldSelector = obj(
  {
    containerName: opt(1, str(), "Which container; needed in volumes, the container itself in its environment."),
    resource: req(2, str({ checks: [isContainerResourcePath] }), "Which amount, such as `limits.cpu`."),
    divisor: opt(3, quantity(), "Unit in which the amount is given; '0', the default, stands for '1'.", {
      default: "0",
    }),
  },
  { atomic: true },
);
