import { formatGroupKind, type GroupKind, type ResourceKey } from "../api/index.ts";
import { jsonEqual } from "../base/json.ts";
import { PersistentMap } from "../base/persistent-map.ts";
import type { ResourceChange } from "../core/index.ts";
import { type Credential, type CredentialText, readCredential } from "./credential.ts";
import { credentialText } from "./credential-text.ts";

/** The kinds that secrets are made of. */
export const secretKinds: readonly GroupKind[] = [
  { group: "", kind: "Secret" },
  { group: "", kind: "ConfigMap" },
];

/** An object that cannot be used, or not wholly. */
export interface SecretProblem {
  readonly key: ResourceKey;
  /** In the "must …" form. */
  readonly message: string;
}

/** All credentials at one moment. */
export interface SecretSnapshot {
  /** The same value, by identity, for as long as the object says the same. */
  find(kind: "Secret" | "ConfigMap", namespace: string, name: string): Credential | undefined;
}

/** Keeps the credentials of objects that change; each batch makes a new snapshot that shares what stayed. */
export class SecretIndex {
  readonly #report: (problem: SecretProblem) => void;
  #entries = PersistentMap.empty<Entry>();

  /** `report` is told once of each object that is asked for and cannot be used. */
  constructor(report: (problem: SecretProblem) => void) {
    this.#report = report;
  }

  get snapshot(): SecretSnapshot {
    const entries = this.#entries;
    return { find: (kind, namespace, name) => entries.get(idOf(kind, namespace, name))?.credential };
  }

  /** Takes a batch; returns the keys of the objects whose credentials came, changed or went. */
  apply(changes: readonly ResourceChange[]): readonly ResourceKey[] {
    const edits = new Map<string, Entry | undefined>();
    const changed: ResourceKey[] = [];
    for (const { key, after } of changes) {
      if (!ours.has(formatGroupKind(key))) continue;
      const id = idOf(key.kind, key.namespace, key.name);
      const before = edits.has(id) ? edits.get(id) : this.#entries.get(id);
      const text = after && credentialText(after);
      // Labels and other things of an object change more often than what it holds.
      if (jsonEqual(before?.text, text)) continue;
      edits.set(id, text && new Entry(key, text, this.#report));
      changed.push(key);
    }
    this.#entries = this.#entries.with(edits);
    return changed;
  }
}

/** What an object says; read when it is first asked for, because most are never. */
class Entry {
  readonly text: CredentialText;
  readonly #key: ResourceKey;
  readonly #report: (problem: SecretProblem) => void;
  #credential: Credential | undefined;

  constructor(key: ResourceKey, text: CredentialText, report: (problem: SecretProblem) => void) {
    this.#key = key;
    this.text = text;
    this.#report = report;
  }

  get credential(): Credential {
    if (!this.#credential) {
      this.#credential = readCredential(this.text);
      for (const message of this.#credential.problems) this.#report({ key: this.#key, message });
    }
    return this.#credential;
  }
}

const ours = new Set(secretKinds.map(formatGroupKind));

const idOf = (kind: string, namespace: string, name: string) => `${kind}/${namespace}/${name}`;
