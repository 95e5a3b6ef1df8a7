/**
 * Runs everything that can be checked: the static checks, then all tests (or those whose path contains an argument; with
 * `--prepare` the programs of others that tests run are fetched and built before the first of them, as without arguments).
 * Ends with a line `N passed, N failed, N skipped`, and names each failure and the reason of each skip.
 */
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { EventData } from "node:test";
import { run } from "node:test";
import { preparePeers } from "../test/peers/prepare.ts";
import { staticChecks } from "./checks/index.ts";

const filters = process.argv.slice(2).filter((word) => word !== "--prepare");
const prepares = filters.length === 0 || process.argv.includes("--prepare");
const inCi = process.env.CI === "true";
const passed: string[] = [];
const failed: { name: string; reason: string }[] = [];
const skipped: { name: string; reason: string }[] = [];
/** The last that each file's process wrote on its standard error. */
const said = new Map<string, string>();

if (filters.length === 0) await runStaticChecks();
if (prepares) {
  progress("fetching and building peers");
  await preparePeers();
}
await runTests();
report();

async function runStaticChecks(): Promise<void> {
  for (const { name, check } of staticChecks) {
    progress(name);
    const faults = await check();
    if (faults.length === 0) passed.push(name);
    else failed.push({ name, reason: faults.join("\n") });
  }
}

async function runTests(): Promise<void> {
  const files = globSync(["src/**/*.test.ts", "test/**/*.test.ts", "bench/**/*.test.ts", "scripts/**/*.test.ts"])
    .filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)))
    .sort();
  const stream = run({ files, concurrency: Math.max(2, availableParallelism()), timeout: 15 * 60_000 });
  stream.on("test:pass", (data) => {
    if (!isLeaf(data)) return;
    const name = nameOf(data);
    progress(name);
    const reason = data.skip ?? data.todo;
    if (reason === undefined) passed.push(name);
    else {
      const text = String(reason === true ? "no reason given" : reason);
      // On a machine that is set up for it nothing may be missing: a skip for want of something is a failure there.
      if (inCi && text.startsWith("needs ")) failed.push({ name, reason: `skipped in CI: ${text}` });
      else skipped.push({ name, reason: text });
    }
  });
  stream.on("test:fail", (data) => {
    if (!isLeaf(data) && data.details.error.cause === undefined) return;
    const { error } = data.details;
    const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : error.message;
    if (/subtests? failed/.test(error.message)) return;
    failed.push({ name: nameOf(data), reason: `${cause}${lastWords(data)}` });
  });
  stream.on("test:stderr", ({ file, message }) => {
    said.set(file, `${said.get(file) ?? ""}${message}`.slice(-2000));
    if (filters.length > 0) process.stderr.write(`${file}: ${message}`);
  });
  for await (const _ of stream);
}

function isLeaf(data: EventData.TestPass | EventData.TestFail): boolean {
  return data.details.type !== "suite" && data.name !== data.file;
}

/** How a process ended all of whose tests may have passed, and what it said last. */
function lastWords({ name, details: { error } }: EventData.TestFail): string {
  const { exitCode, signal } = error as { readonly exitCode?: number; readonly signal?: string };
  if (exitCode === undefined && signal === undefined) return "";
  return ` (its process ended with ${signal ?? exitCode})\n${said.get(name) ?? ""}`;
}

function nameOf(data: EventData.TestPass | EventData.TestFail): string {
  const file = data.file?.replace(`${process.cwd()}/`, "") ?? "";
  return `${file} › ${data.name}`;
}

function progress(name: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${passed.length + failed.length} ${name.slice(0, 100)}`);
}

function report(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  for (const { name, reason } of skipped) console.log(`skipped: ${name}: ${reason}`);
  for (const { name, reason } of failed) console.log(`FAILED: ${name}\n${reason.replace(/^/gm, "    ")}\n`);
  console.log(`${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`);
  process.exitCode = failed.length > 0 || passed.length === 0 ? 1 : 0;
}
