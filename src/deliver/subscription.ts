import type { Acknowledgement, AnswerVerdict } from "./acknowledgement.ts";
import type { Wanted } from "./config-source.ts";
import type { Parcel } from "./parcel.ts";
import type { ResourceSet } from "./resource-set.ts";

/** What a response is to bring. */
export interface Update {
  readonly parcels: readonly Parcel[];
  /** Of the parcels what the client does not have, or not so. */
  readonly news: readonly Parcel[];
  readonly removed: readonly string[];
  /** Some of the news have names that the client did not have. */
  readonly adds: boolean;
  /** The bytes of the response but for its nonce; parcels' bytes are shared by all streams that are sent them. */
  readonly body: readonly Uint8Array[];
}

/** What came of a request. */
export interface Verdict {
  readonly answer: AnswerVerdict;
  /** The client waits for something: a response is due, unless there is nothing to say. */
  readonly asks: boolean;
  /** The client no longer wants something that it wanted. Default: false. */
  readonly drops?: boolean;
}

/** What a stream wants of one type and what it has of it. State-of-the-world and delta differ in how they know. */
export interface Subscription {
  readonly type: string;
  readonly wanted: Wanted;
  readonly acknowledgement: Acknowledgement;
  /** What the client was sent, or said when it connected that it has. */
  readonly has: ResourceSet;
  /** Whether the client said when it connected that it has something already. */
  readonly returning: boolean;
  /** Names that are to be sent again although the client has them. */
  owe(names: readonly string[]): void;
  /** What the client lacks of a set; undefined if it has everything. */
  update(set: ResourceSet): Update | undefined;
  /** Notes that the client was sent all it lacked of a set. */
  sent(set: ResourceSet, nonce: string, now: number): void;
}
