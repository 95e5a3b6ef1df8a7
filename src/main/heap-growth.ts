import { setFlagsFromString } from "node:v8";

/**
 * Keeps garbage from piling up to several times what is in use: new objects get no more room than they have now, and all
 * of memory is searched when it has grown by a fifth. That suits a server which stores objects and tells of them; what
 * is made for proxies comes in waves, for which it would be searched over and over.
 */
export function boundHeap(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=20");
}

/** Lets the room for new objects grow as the engine likes, up to what it was started with. */
export function widenHeap(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
}

/** From so many proxies on, a search of all memory costs more than what it gives back is worth. */
const manyProxies = 250;

/** Has all of memory searched when it has grown by a quarter with few proxies, and by a half with many. */
export class GarbageByProxies {
  #proxies = 0;

  connected(): void {
    this.#proxies += 1;
    if (this.#proxies === 1 || this.#proxies === manyProxies) this.#bound();
  }

  disconnected(): void {
    this.#proxies -= 1;
    if (this.#proxies === manyProxies - 1) this.#bound();
  }

  #bound(): void {
    setFlagsFromString(`--heap-growing-percent=${this.#proxies < manyProxies ? 25 : 50}`);
  }
}
