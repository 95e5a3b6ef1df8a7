import { formatGroupKind } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { FollowNotice } from "../../store/index.ts";

/** Kinds are found later without their definitions being followed, but nothing grows old. */
const definitions = "apiextensions.k8s.io/CustomResourceDefinition";

export interface RemoteReachOptions {
  readonly clock: Clock;
  /** Told when everything is followed again, after how many milliseconds. */
  readonly back: (awayMs: number) => void;
}

/** Since when a cluster cannot be followed, so that what is known of it may be old. */
export class RemoteReach {
  readonly #options: RemoteReachOptions;
  readonly #failing = new Set<string>();
  #since: number | undefined;

  constructor(options: RemoteReachOptions) {
    this.#options = options;
  }

  /** Milliseconds since something could no longer be followed; undefined while all is. */
  get awayMs(): number | undefined {
    return this.#since === undefined ? undefined : this.#options.clock.monotonic() - this.#since;
  }

  take(notice: FollowNotice): void {
    const kind = formatGroupKind(notice.kind);
    if (kind === definitions) return;
    if (notice.type === "failed") {
      this.#failing.add(`${kind} ${notice.namespace}`);
      this.#since ??= this.#options.clock.monotonic();
    } else if (notice.type === "following") {
      this.#failing.delete(`${kind} ${notice.namespace}`);
    } else if (notice.type === "missing") {
      for (const each of [...this.#failing]) if (each.startsWith(`${kind} `)) this.#failing.delete(each);
    }
    if (this.#failing.size > 0 || this.#since === undefined) return;
    const away = this.#options.clock.monotonic() - this.#since;
    this.#since = undefined;
    this.#options.back(away);
  }
}
