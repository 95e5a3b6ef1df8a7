import type { Service, ServicePort } from "../core/index.ts";

/** What the pattern of a metric's name can mention. */
export interface StatSubject {
  readonly service: Service;
  readonly port: ServicePort;
  /** Empty for the service as a whole. */
  readonly subset: string;
  /** The workload's own port, of incoming traffic; 0 for outgoing. */
  readonly targetPort: number;
}

/** A pattern of the mesh with its placeholders, such as `%SERVICE%`, filled in. */
export function fillStatPattern(pattern: string, { service, port, subset, targetPort }: StatSubject): string {
  const values: { readonly [placeholder: string]: string | number } = {
    SERVICE: shortHost(service),
    SERVICE_NAME: service.name,
    SERVICE_FQDN: service.hostname,
    SERVICE_PORT: port.number,
    SERVICE_PORT_NAME: port.name,
    SUBSET_NAME: subset,
    TARGET_PORT: targetPort || "",
  };
  return pattern.replace(/%([A-Z_]+)%/g, (text, word: string) =>
    Object.hasOwn(values, word) ? String(values[word]) : text,
  );
}

/** Within the mesh a service is known by name and namespace. */
function shortHost({ registry, name, namespace, hostname }: Service): string {
  return registry === "Kubernetes" ? `${name}.${namespace}` : hostname;
}
