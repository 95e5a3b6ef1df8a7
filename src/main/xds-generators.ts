import type { MeshConfig } from "../api/index.ts";
import { type ConfigSource, ResourceSet, xdsTypes } from "../deliver/index.ts";
import { fallbackGenerator, type Generator, type Generators } from "./generators.ts";
import type { ObjectSource } from "./object-source.ts";
import type { ProxyIdentities } from "./proxy-identities.ts";
import { translatedTypes } from "./resource-maker.ts";
import type { SecretSource, SecretVersion } from "./secret-source.ts";
import { trustBundle } from "./trust-bundle.ts";

export interface XdsGeneratorsOptions {
  /** Translation, for proxies and for gRPC clients. */
  readonly mesh: ConfigSource;
  readonly secrets: SecretSource;
  readonly identities: ProxyIdentities;
  readonly objects: ObjectSource;
  /** The mesh's settings that the current version of `mesh` was made with. */
  readonly settings: () => MeshConfig;
  /** The mesh's authority, in PEM, where agents are told whom to trust; absent: they are not. */
  readonly trusted?: string;
}

/** All generators of xDS. */
export function xdsGenerators(options: XdsGeneratorsOptions): Generators {
  const mesh = meshGenerator(options.mesh);
  return new Map([
    ...translatedTypes.map((type) => [type, mesh] as const),
    ["grpc", mesh],
    [xdsTypes.secret, secretGenerator(options)],
    [xdsTypes.proxyConfig, trustGenerator(options)],
    [fallbackGenerator, objectGenerator(options)],
  ]);
}

function meshGenerator(source: ConfigSource): Generator {
  return {
    version: () => {
      if (!source.current) throw new Error("the mesh has no version yet");
      return source.current;
    },
  };
}

function secretGenerator({ secrets, identities }: XdsGeneratorsOptions): Generator {
  let before: SecretVersion | undefined;
  return {
    version: () => {
      const version = secrets.version(before);
      before = version;
      return {
        client: (proxy) => {
          const identity = identities.of(proxy);
          return { resources: (_, wanted) => version.resources(identity, wanted) };
        },
      };
    },
  };
}

function trustGenerator({ settings, trusted }: XdsGeneratorsOptions): Generator {
  let set = ResourceSet.empty(xdsTypes.proxyConfig);
  return {
    version: () => {
      const made = trusted === undefined ? set : trustBundle(settings(), trusted);
      if (made.version !== set.version) set = made;
      const current = set;
      return { client: () => ({ resources: () => current }) };
    },
  };
}

function objectGenerator({ objects, settings }: XdsGeneratorsOptions): Generator {
  return {
    version: () => {
      const config = objects.version(settings());
      return { client: () => config };
    },
  };
}
