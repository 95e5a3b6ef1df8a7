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

/** Lets the room for new objects grow as the engine likes, and has all of memory searched when it has grown by a half. */
export function widenHeap(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
  setFlagsFromString("--heap-growing-percent=50");
}
