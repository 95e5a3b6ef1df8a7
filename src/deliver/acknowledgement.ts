/** What a request says of the response before it. */
export interface Answer {
  /** The nonce it answers; empty if it answers none. */
  readonly nonce: string;
  /** What the client has in force, where it says so. */
  readonly version: string;
  /** Why the client refused; undefined if it did not. */
  readonly error?: string;
  /** The gRPC code that came with it. Default: 0. */
  readonly errorCode?: number;
}

/** What came of an answer. */
export type AnswerVerdict = "none" | "accepted" | "refused" | "stale";

/** What was sent last of a type, and what the client said to it. */
export class Acknowledgement {
  #nonce = "";
  #version = "";
  #sentAt = 0;
  #waiting = false;
  #acceptedVersion = "";
  #acceptedNonce = "";
  #error: string | undefined;
  #errorCode = 0;

  /** A response is under way that the client has not answered. */
  get waiting(): boolean {
    return this.#waiting;
  }

  /** When the last response was sent, on the clock that never goes back. */
  get sentAt(): number {
    return this.#sentAt;
  }

  /** Names the last response; empty until something was sent. */
  get sentNonce(): string {
    return this.#nonce;
  }

  /** Names the last response that the client took; empty until it took one. */
  get acceptedNonce(): string {
    return this.#acceptedNonce;
  }

  /** Empty until something was sent. */
  get sentVersion(): string {
    return this.#version;
  }

  get acceptedVersion(): string {
    return this.#acceptedVersion;
  }

  /** Why the client refused the last response; undefined if it did not. */
  get error(): string | undefined {
    return this.#error;
  }

  /** The gRPC code with which the client refused the last response; 0 if it did not, or gave none. */
  get errorCode(): number {
    return this.#errorCode;
  }

  /** Notes a response. */
  sent(nonce: string, version: string, now: number): void {
    this.#nonce = nonce;
    this.#version = version;
    this.#sentAt = now;
    this.#waiting = true;
  }

  /** Takes an answer. Only the last response can be answered: what is said of those before it no longer matters. */
  take({ nonce, version, error, errorCode = 0 }: Answer): AnswerVerdict {
    if (nonce === "") return "none";
    if (nonce !== this.#nonce) return "stale";
    // Said again, a refusal says nothing new.
    if (error !== undefined && error === this.#error && !this.#waiting) return "none";
    this.#waiting = false;
    this.#error = error;
    this.#errorCode = error === undefined ? 0 : errorCode;
    // Envoy may tell late of a refusal that it has got over: it then has in force what was sent.
    const inForce = error === undefined || (version !== "" && version === this.#version);
    if (inForce) {
      this.#acceptedVersion = this.#version;
      this.#acceptedNonce = nonce;
    }
    return error === undefined ? "accepted" : "refused";
  }

  /** Whether anything was sent. */
  get begun(): boolean {
    return this.#nonce !== "";
  }
}
