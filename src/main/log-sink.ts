import { LineBatch } from "../base/line-batch.ts";
import type { LogSink } from "../base/log.ts";
import { jsonLine, textLine } from "../base/log-format.ts";
import type { Terminal } from "../cli/index.ts";
import type { Settings } from "../settings/index.ts";

/** Lines go to standard error: standard output tells the addresses, and nothing else. */
export function logSink(settings: Pick<Settings, "logFormat">, terminal: Terminal): LogSink {
  const asText = settings.logFormat === "text" || (settings.logFormat === "auto" && process.stderr.isTTY === true);
  const lines = new LineBatch((text) => terminal.err(text));
  process.on("exit", () => lines.flush());
  return (line) => lines.add(asText ? textLine(line, terminal.colour) : jsonLine(line));
}
