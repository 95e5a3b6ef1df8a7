import { exactlyOne } from "../checks/across.ts";
import { labelSelector } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import { bool, inline, int32, int64, list, map, obj, opt, ptr, req, str } from "../schema/build.ts";
import { dataKey } from "./data-key.ts";
import { fileFields, objectFieldSelector, resourceFieldSelector } from "./field-selector.ts";
import { filledText, hasName } from "./filled-text.ts";
import { fileMode, isInnerPath, isWrittenPath } from "./inner-path.ts";
import { localObjectReferenceFields } from "./object-reference.ts";

const writtenPath = str({ checks: [isWrittenPath] });
const named = inline(1, localObjectReferenceFields);
const modeDoc = "Permission bits of the files, 0 to 0777 in octal; default 0644.";
const mode0644 = { default: 0o644 };

const keyToPath = obj({
  key: req(1, dataKey, "The key."),
  path: req(2, writtenPath, "Path of its file in the volume."),
  mode: ptr(3, fileMode, "Permission bits of the file; by default the volume's."),
});

const items = list(keyToPath);
const itemsDoc = "Which keys become files, and where; all of them under their own names if absent.";

function namesSecret(volume: { readonly secretName?: string | undefined }, report: Report): void {
  if (!volume.secretName) report("FW0103", "must be set", "secretName");
}

/** A Secret whose keys become files. */
export const secretVolumeSource = obj(
  {
    secretName: opt(1, str(), "Name of the Secret."),
    items: opt(2, items, itemsDoc),
    defaultMode: ptr(3, fileMode, modeDoc, mode0644),
    optional: ptr(4, bool(), "Whether the pod also starts without the Secret or its keys; default false."),
  },
  { checks: [namesSecret] },
);

/** A ConfigMap whose keys become files. */
export const configMapVolumeSource = obj(
  {
    ...named,
    items: opt(2, items, itemsDoc),
    defaultMode: ptr(3, fileMode, modeDoc, mode0644),
    optional: ptr(4, bool(), "Whether the pod also starts without the ConfigMap or its keys; default false."),
  },
  { checks: [hasName] },
);

interface DownwardFile {
  readonly resourceFieldRef?: { readonly containerName?: string | undefined } | undefined;
}

function namesContainer({ resourceFieldRef }: DownwardFile, report: Report): void {
  if (resourceFieldRef && !resourceFieldRef.containerName) {
    report("FW0103", "must be set", "resourceFieldRef", "containerName");
  }
}

const downwardApiFile = obj(
  {
    path: req(1, writtenPath, "Path of the file in the volume."),
    fieldRef: ptr(2, objectFieldSelector(fileFields), "A field of the pod."),
    resourceFieldRef: ptr(3, resourceFieldSelector, "A limit or request of a container."),
    mode: ptr(4, fileMode, "Permission bits of the file; by default the volume's."),
  },
  { checks: [exactlyOne("fieldRef", "resourceFieldRef"), namesContainer] },
);

/** Fields of the pod as files. */
export const downwardApiVolumeSource = obj({
  items: opt(1, list(downwardApiFile), "The files."),
  defaultMode: ptr(2, fileMode, modeDoc, mode0644),
});

const optionalDoc = "Whether the pod also starts without it; default false.";

const secretProjection = obj(
  { ...named, items: opt(2, items, itemsDoc), optional: ptr(4, bool(), optionalDoc) },
  { checks: [hasName] },
);

const configMapProjection = obj(
  { ...named, items: opt(2, items, itemsDoc), optional: ptr(4, bool(), optionalDoc) },
  { checks: [hasName] },
);

const serviceAccountTokenProjection = obj({
  audience: opt(1, str(), "Who is to accept the token; by default the API server."),
  expirationSeconds: ptr(
    2,
    int64({ min: 600, max: 2 ** 32 }),
    "Seconds for which a token is valid; renewed before; default 3600, at least 600.",
    { default: 3600 },
  ),
  path: req(3, writtenPath, "Path of the token's file in the volume."),
});

const clusterTrustBundleProjection = obj(
  {
    name: ptr(1, str(), "Name of the one ClusterTrustBundle."),
    signerName: ptr(2, str(), "Signer all of whose bundles are taken, as far as `labelSelector` matches."),
    labelSelector: ptr(3, labelSelector, "Which of the signer's bundles; none if absent, all if empty."),
    optional: ptr(5, bool(), "Whether the pod also starts without such a bundle; default false."),
    path: req(4, writtenPath, "Path of the file in the volume."),
  },
  { checks: [exactlyOne("name", "signerName")] },
);

const certificatePath = str({ checks: [isInnerPath] });

const podCertificateProjection = obj({
  signerName: req(1, filledText, "Signer that issues the certificate."),
  keyType: req(2, filledText, "Kind of key, such as 'ED25519' or 'ECDSAP256'."),
  maxExpirationSeconds: ptr(
    3,
    int32({ min: 3600, max: 7_862_400 }),
    "The most seconds for which a certificate may be valid; default 86400.",
  ),
  credentialBundlePath: opt(4, certificatePath, "Path of a file with key and certificates together."),
  keyPath: opt(5, certificatePath, "Path of a file with the key."),
  certificateChainPath: opt(6, certificatePath, "Path of a file with the certificates."),
  userAnnotations: opt(7, map(str()), "Values handed to the signer."),
});

const source = { oneof: "source" };

const volumeProjection = obj({
  secret: ptr(1, secretProjection, "Keys of a Secret.", source),
  downwardAPI: ptr(2, obj({ items: opt(1, list(downwardApiFile), "The files.") }), "Fields of the pod.", source),
  configMap: ptr(3, configMapProjection, "Keys of a ConfigMap.", source),
  serviceAccountToken: ptr(4, serviceAccountTokenProjection, "A token of the pod's service account.", source),
  clusterTrustBundle: ptr(5, clusterTrustBundleProjection, "Trust anchors of the cluster.", source),
  podCertificate: ptr(6, podCertificateProjection, "A key and certificate of the pod's own.", source),
});

/** Several sources in one volume. */
export const projectedVolumeSource = obj({
  sources: opt(1, list(volumeProjection), "What the volume holds."),
  defaultMode: ptr(2, fileMode, modeDoc, mode0644),
});
