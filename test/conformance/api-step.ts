import type { ApiRequest } from "./api-exchange.ts";

/** A step of the script: a request, made from the answers before it where it needs to. */
export interface Step {
  readonly name: string;
  readonly make: (answers: ReadonlyMap<string, unknown>) => ApiRequest;
}

/** A step that needs no answer before it. */
export const step = (name: string, method: string, path: string, rest: Partial<ApiRequest> = {}): Step => ({
  name,
  make: () => ({ method, path, ...rest }),
});

const core = "/api/v1/namespaces/default";

/** Where the objects of the script are. */
export const paths = {
  core,
  maps: `${core}/configmaps`,
  services: `${core}/services`,
  secrets: `${core}/secrets`,
  deployments: "/apis/apps/v1/namespaces/default/deployments",
} as const;

/** Media types of patches and of forms. */
export const types = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
  table: "application/json;as=Table;v=v1;g=meta.k8s.io",
  partial: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
  partialList: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
} as const;

/** A ConfigMap. */
export const map = (name: string, data: object = {}, metadata: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, ...metadata },
  data,
});

/** The Service `web`. */
export const service = (ports: readonly object[], more: object = {}) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web" },
  spec: { selector: { app: "web" }, ports, ...more },
});

interface Seen {
  readonly metadata: { readonly resourceVersion: string; readonly uid: string; readonly continue?: string };
}

/** The metadata of the answer to an earlier step. */
export const seen = (answers: ReadonlyMap<string, unknown>, name: string): Seen["metadata"] =>
  (answers.get(name) as Seen).metadata;
