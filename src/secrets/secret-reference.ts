/** What the name of a secret, as Envoy asks for it, refers to. */
export type SecretReference =
  /** The certificate of the workload that asks, and the authorities of the mesh. */
  | { readonly type: "own-certificate" }
  | { readonly type: "mesh-roots" }
  /** The authorities that the control plane's machine would trust on the Internet. */
  | { readonly type: "system-roots" }
  | ObjectReference;

/** An object that holds the secret. */
export interface ObjectReference {
  readonly type: "object";
  readonly kind: "Secret" | "ConfigMap";
  readonly namespace: string;
  readonly name: string;
  /** Only the authorities are asked for. A key must not be the answer, whatever the object holds. */
  readonly onlyAuthorities: boolean;
}

const fixed: ReadonlyMap<string, SecretReference> = new Map([
  ["default", { type: "own-certificate" }],
  ["builtin://", { type: "own-certificate" }],
  ["ROOTCA", { type: "mesh-roots" }],
  ["builtin://-cacert", { type: "mesh-roots" }],
  ["file-root:system", { type: "system-roots" }],
]);

const authoritySuffix = "-cacert";
const objectForm = /^(kubernetes|kubernetes-gateway|configmap):\/\/(?:([^/]+)\/)?([^/]+)$/;

/** Reads the name of a secret; a name without a namespace is of `ownNamespace`. Undefined if it can refer to nothing. */
export function parseSecretName(name: string, ownNamespace: string): SecretReference | undefined {
  const known = fixed.get(name);
  if (known) return known;
  const [, scheme, written, object] = objectForm.exec(name) ?? [];
  // Only Secrets beside the proxy may be named without a namespace.
  const namespace = written ?? (scheme === "kubernetes" ? ownNamespace : undefined);
  if (object === undefined || namespace === undefined) return undefined;
  const isMap = scheme === "configmap";
  return {
    type: "object",
    kind: isMap ? "ConfigMap" : "Secret",
    namespace,
    name: object,
    onlyAuthorities: isMap || object.endsWith(authoritySuffix),
  };
}

/** The names of the objects that may hold what is asked for, the first one found counting. */
export function objectNames({ name, onlyAuthorities }: ObjectReference): readonly string[] {
  const stem = name.slice(0, -authoritySuffix.length);
  return onlyAuthorities && name.endsWith(authoritySuffix) && stem !== "" ? [name, stem] : [name];
}
