import { FairwayError } from "../base/fault.ts";

/** Why a request is over; made once, since the reason that would be made for each costs as much as a small request. */
const clientGone = new FairwayError("Unavailable", "the client has gone away");

/** That a client goes away, for those who ask: most requests are over before anybody does, and signals are dear. */
export class Departure {
  #controller: AbortController | undefined;
  #gone = false;

  signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#gone) this.#controller.abort(clientGone);
    return this.#controller.signal;
  }

  /** The client has gone. */
  tell(): void {
    this.#gone = true;
    this.#controller?.abort(clientGone);
  }
}
