import { clientTlsSettings } from "../istio/client-tls.ts";
import { choice, list, obj, opt, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";

const isSourceAddress: Check<string> = (text, report) => {
  const [, scheme, rest = ""] = /^([a-z0-9+.-]+):\/\/(.*)$/i.exec(text) ?? [];
  switch (scheme?.toLowerCase()) {
    case "fs":
      if (!rest.startsWith("/"))
        report("FW0807", `must have the path of a folder, as in 'fs:///etc/config', not '${text}'`);
      break;
    case "xds":
      if (rest === "") report("FW0807", `must have a host, as in 'xds://config:15010', not '${text}'`);
      break;
    case "k8s":
      break;
    default:
      report("FW0808", `should start with 'fs://', 'xds://' or 'k8s://', not '${text}'`);
  }
};

/** A place that the control plane takes configuration from. */
export const meshConfigSource = obj({
  address: opt(
    1,
    str({ checks: [isSourceAddress] }),
    "`fs:///<folder>`, `xds://<host>:<port>` or `k8s://`, for files, another control plane or the cluster itself.",
  ),
  tlsSettings: opt(2, clientTlsSettings, "TLS towards the source."),
  subscribedResources: opt(3, list(choice({ SERVICE_REGISTRY: 0 })), "What is taken; absent: all."),
});

export interface MeshConfigSource extends Infer<typeof meshConfigSource> {}
