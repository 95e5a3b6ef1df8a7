import type { Report } from "../problem.ts";
import { any, choice, list, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";

const schemes: ReadonlySet<string> = new Set(["http:", "https:", "oci:", "file:"]);

/** A URL of a module; without a scheme it names an OCI image. */
const isModuleUrl: Check<string> = (text, report) => {
  const url = URL.parse(text.includes("://") ? text : `oci://${text}`);
  if (url === null) report("FW0511", `must be a URL or the name of an OCI image, not '${text}'`);
  else if (!schemes.has(url.protocol)) {
    report("FW0511", `must start with 'oci://', 'http://', 'https://' or 'file://', not '${text}'`);
  }
};

interface Variable {
  readonly valueFrom?: "INLINE" | "HOST" | undefined;
  readonly value?: string | undefined;
}

function valueIsInline({ valueFrom, value }: Variable, report: Report): void {
  if (valueFrom === "HOST" && value !== undefined) report("FW0512", "must not be set with `valueFrom: HOST`", "value");
}

const envVar = obj(
  {
    name: req(1, str({ minLength: 1, maxLength: 256 }), "Name of the variable."),
    valueFrom: opt(
      3,
      choice({ INLINE: 0, HOST: 1 }),
      "Whether the value stands in `value` (`INLINE`, the default) or in the proxy's own variable (`HOST`).",
    ),
    value: opt(2, str({ maxLength: 2048 }), "The value, with `INLINE` only; default: empty."),
  },
  { checks: [valueIsInline] },
);

const vmConfig = obj({
  env: opt(1, list(envVar, { maxItems: 256, keys: ["name"] }), "Environment variables that the module sees."),
});

interface ModuleNumbers {
  /** Number of `url`; the next six fields follow it in order. */
  readonly url: number;
  readonly failStrategy: number;
  readonly vmConfig: number;
  readonly type: number;
}

/** The fields that say which Wasm module to run and how; two messages have them, with different numbers. */
export function wasmModuleFields(numbers: ModuleNumbers) {
  return {
    url: req(
      numbers.url,
      str({ minLength: 1, checks: [isModuleUrl] }),
      "Where the module is: `oci://` (also without a scheme), `http://`, `https://` or `file://` in the proxy.",
    ),
    sha256: opt(
      numbers.url + 1,
      str({ pattern: "(^$|^[a-f0-9]{64}$)" }),
      "Checksum of the module or image, as 64 hexadecimal digits.",
    ),
    imagePullPolicy: opt(
      numbers.url + 2,
      choice({ UNSPECIFIED_POLICY: 0, IfNotPresent: 1, Always: 2 }),
      "When the module is fetched anew; default: `Always` for the tag `latest`, else `IfNotPresent`.",
    ),
    imagePullSecret: opt(
      numbers.url + 3,
      str({ minLength: 1, maxLength: 253 }),
      "Secret in the same namespace with the registry's credentials; not handed to proxies yet.",
    ),
    verificationKey: opt(numbers.url + 4, str(), "Public key for signed images; not used yet."),
    pluginConfig: opt(numbers.url + 5, any({ wire: "struct", object: true }), "What is given to the module."),
    pluginName: opt(
      numbers.url + 6,
      str({ minLength: 1, maxLength: 256 }),
      "Name of the plugin in the module, for modules that hold several.",
    ),
    failStrategy: opt(
      numbers.failStrategy,
      choice({ FAIL_CLOSE: 0, FAIL_OPEN: 1, FAIL_RELOAD: 2 }),
      "When the module breaks: `FAIL_CLOSE` (default) fails requests, `FAIL_OPEN` skips it, `FAIL_RELOAD` restarts it.",
    ),
    vmConfig: opt(numbers.vmConfig, vmConfig, "The machine that the module runs in."),
    type: opt(
      numbers.type,
      choice({ UNSPECIFIED_PLUGIN_TYPE: 0, HTTP: 1, NETWORK: 2 }),
      "Whether the module sees HTTP requests (`HTTP`, the default) or connections (`NETWORK`).",
    ),
  };
}

export interface EnvVar extends Infer<typeof envVar> {}
export interface VmConfig extends Infer<typeof vmConfig> {}
