import * as fs from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { FairwayError } from "../../base/fault.ts";
import type { LogPaths } from "./log-paths.ts";

/** The right to be the only process that uses a data directory. */
export interface DirectoryLock {
  release(): void;
}

const busy = 5;

/**
 * Takes the data directory, or throws StoreLocked. The lock is the kernel's, reached through SQLite because Node itself
 * cannot lock files: it goes with the process, however that ends, so there is nothing stale to clean up.
 */
export function lockDirectory(paths: LogPaths, since: number): DirectoryLock {
  createOnce(paths.lock);
  const database = new DatabaseSync(paths.lock, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) throw locked(paths);
    throw error;
  }
  noteHolder(paths.holder, since);
  return {
    release() {
      fs.rmSync(paths.holder, { force: true });
      database.close();
    },
  };
}

/**
 * Creates the file without ever opening one that exists: closing any descriptor of a file gives up all locks that the
 * process holds on it.
 */
function createOnce(path: string): void {
  try {
    fs.closeSync(fs.openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** On a full disk the store opens all the same; only the message to others says less. */
function noteHolder(path: string, since: number): void {
  const facts = { pid: process.pid, since: new Date(since).toISOString() };
  try {
    fs.writeFileSync(path, `${JSON.stringify(facts)}\n`, { mode: 0o600 });
  } catch {
    fs.rmSync(path, { force: true });
  }
}

function locked(paths: LogPaths): FairwayError {
  const { directory } = paths;
  const message = `the data directory ${directory} is in use by ${describeHolder(paths.holder)}: stop it, or choose another data directory`;
  return new FairwayError("StoreLocked", message);
}

function describeHolder(path: string): string {
  try {
    const { pid, since } = JSON.parse(fs.readFileSync(path, "utf8")) as { pid: number; since: string };
    return `process ${pid} since ${since}`;
  } catch {
    return "another process";
  }
}
