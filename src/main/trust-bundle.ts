import { encodeProxyConfig, type MeshConfig } from "../api/index.ts";
import { ResourceSet, xdsResource, xdsTypes } from "../deliver/index.ts";

/**
 * The root certificates that the mesh trusts, as Istio's agents take them: its own authority's and those that its
 * settings add, in PEM. The one resource of its type has no name.
 */
export function trustBundle(mesh: MeshConfig, authority: string): ResourceSet {
  const added = (mesh.caCertificates ?? []).flatMap(({ pem = "" }) => (pem.trim() === "" ? [] : pem));
  const caCertificatesPem = [...new Set([authority, ...added])].sort();
  const bundle = xdsResource(xdsTypes.proxyConfig, "", encodeProxyConfig({ caCertificatesPem }));
  return ResourceSet.of(xdsTypes.proxyConfig, [bundle]);
}
