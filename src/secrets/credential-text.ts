import type { Resource } from "../api/index.ts";
import { getOwn, isObject } from "../base/json.ts";
import type { CredentialText } from "./credential.ts";

/** The keys of an object's data by what they hold: of Istio's generic form, and of Kubernetes' own. */
const forms = [
  { chain: "cert", privateKey: "key" },
  { chain: "tls.crt", privateKey: "tls.key" },
] as const;
const authorityKeys = ["cacert", "ca.crt"] as const;
const revocationKeys = ["crl", "ca.crl"] as const;
const stapleKey = "tls.ocsp-staple";

/** What a Secret or ConfigMap says of certificates; undefined if it says nothing of them. */
export function credentialText(resource: Resource): CredentialText | undefined {
  const value = resource.kind === "Secret" ? secretValue(resource) : configMapValue(resource);
  const first = (keys: readonly string[]) => keys.map((key) => value(key)).find((text) => text !== "") ?? "";
  // A ConfigMap is for everybody's eyes: a key in it is a mistake, and is not handed on.
  const pairs = resource.kind === "Secret" ? forms : [];
  const form = pairs.find(({ chain, privateKey }) => value(chain) !== "" || value(privateKey) !== "");
  const authorities = first(authorityKeys);
  if (form === undefined && authorities === "") return undefined;
  return {
    chain: form ? value(form.chain) : "",
    privateKey: form ? value(form.privateKey) : "",
    authorities,
    revocations: first(revocationKeys),
    ocspStaple: resource.kind === "Secret" ? field(resource, "data", stapleKey) : "",
  };
}

function secretValue(resource: Resource): (key: string) => string {
  return (key) => Buffer.from(field(resource, "data", key), "base64").toString("utf8");
}

function configMapValue(resource: Resource): (key: string) => string {
  return (key) =>
    field(resource, "data", key) || Buffer.from(field(resource, "binaryData", key), "base64").toString("utf8");
}

function field(resource: Resource, part: "data" | "binaryData", key: string): string {
  const data: unknown = resource[part];
  const value = isObject(data) ? getOwn(data, key) : undefined;
  return typeof value === "string" ? value : "";
}
