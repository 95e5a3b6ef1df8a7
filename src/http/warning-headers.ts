import type { Exchange } from "./exchange.ts";

/** Characters that all warnings of an answer have together at the most, as with Kubernetes: clients bound headers. */
const mostInAll = 4096;

/** Characters that a warning keeps where all of them would be too long. */
const mostOfEach = 256;

/** How many there are at the most: Node's client takes 128 headers in all. */
const mostLines = 64;

/** Adds Warning headers to the answer: as many as there is room for, cut short where they are long. */
export function addWarnings({ response }: Exchange, warnings: readonly string[]): void {
  if (warnings.length === 0) return;
  const before = [response.getHeader("warning") ?? []].flat().map(String);
  let room = mostInAll - before.join("").length;
  // Headers take no other characters.
  const texts = warnings.map((text) => text.slice(0, mostInAll).replace(/[^\x20-\x7e]/g, "?"));
  const tooLong = texts.reduce((sum, text) => sum + text.length, 0) > room;
  const fitting = texts
    .map((text) => (tooLong ? text.slice(0, mostOfEach) : text))
    .filter((text) => {
      room -= text.length;
      return room >= 0;
    });
  const lines = [...before, ...fitting.map((text) => `299 - ${JSON.stringify(text)}`)];
  response.setHeader("warning", lines.slice(0, mostLines));
}
