import type { Random } from "../../base/testing/random.ts";
import { applyOperation, type DiskOperation, MemoryDisk } from "./memory-disk.ts";

const sector = 512;

/**
 * The disk as a power cut would leave it while operation number `at` was under way. What was made durable before is
 * there; everything else, that operation included, may be there, not be there, or be there in part.
 */
export function powerCut(operations: readonly DiskOperation[], at: number, random: Random): MemoryDisk {
  const disk = new MemoryDisk();
  const issued = operations.slice(0, at + 1);
  let directoryLost = false;
  issued.forEach((operation, i) => {
    const durable = i < at && isDurable(operation, issued.slice(i + 1, at));
    if (durable) applyOperation(operation, disk.files, disk.names);
    else if (isDirectoryChange(operation)) {
      // Changes of a directory reach the disk in their order, so the first that is missing is the end.
      if (operation.type === "create") disk.files[operation.file] ??= Buffer.alloc(0);
      directoryLost ||= random.chance(0.5);
      if (!directoryLost) applyOperation(operation, disk.files, disk.names);
    } else if (random.chance(0.7))
      for (const part of torn(operation, random)) applyOperation(part, disk.files, disk.names);
  });
  return disk;
}

function isDirectoryChange(operation: DiskOperation): boolean {
  return (
    operation.type === "create" ||
    operation.type === "rename" ||
    operation.type === "link" ||
    operation.type === "remove"
  );
}

function isDurable(operation: DiskOperation, later: readonly DiskOperation[]): boolean {
  if (isDirectoryChange(operation)) return later.some((o) => o.type === "syncDirectory");
  if (operation.type === "write" && operation.durable) return true;
  if (operation.type !== "write" && operation.type !== "truncate") return true;
  return later.some((o) => o.type === "sync" && o.file === operation.file);
}

/** Any of the sectors of a write may be missing, and one of them may be cut in the middle. */
function* torn(operation: DiskOperation, random: Random): Generator<DiskOperation> {
  if (operation.type !== "write" || random.chance(0.3)) {
    yield operation;
    return;
  }
  const whole = random.chance(0.5) ? random.below(operation.bytes.length + 1) : undefined;
  if (whole !== undefined) {
    yield { ...operation, bytes: operation.bytes.subarray(0, whole) };
    return;
  }
  let from = 0;
  while (from < operation.bytes.length) {
    const position = operation.position + from;
    const to = Math.min(operation.bytes.length, from + sector - (position % sector));
    if (random.chance(0.5)) yield { ...operation, position, bytes: operation.bytes.subarray(from, to) };
    from = to;
  }
}
