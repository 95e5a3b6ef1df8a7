import { FairwayError } from "../base/fault.ts";
import { printable } from "../base/log-format.ts";
import {
  applyCommand,
  type Command,
  completionCommand,
  crdsCommand,
  deleteCommand,
  getCommand,
  historyCommand,
  kindsCommand,
  logCommand,
  rollbackCommand,
  validateCommand,
} from "../cli/index.ts";
import { processEnvironment } from "../settings/index.ts";
import { analyzeCommand } from "./analyze-command.ts";
import { benchCommand } from "./bench/bench-command.ts";
import { demoCommand } from "./demo/demo-command.ts";
import { edgeCommand } from "./edge/edge-command.ts";
import { gridCommand } from "./grid/grid-command.ts";
import { checkCommand } from "./kubernetes/check-command.ts";
import { parseCommandLine } from "./parse-command-line.ts";
import { proxyCommands } from "./proxy-command.ts";
import { proxyConfigCommand } from "./proxy-config-command.ts";
import { proxyStatusCommand } from "./proxy-status-command.ts";
import { storeCommands } from "./store-commands.ts";
import { processTerminal } from "./terminal.ts";
import { traceCommand } from "./trace-command.ts";
import { translateCommand } from "./translate-command.ts";
import { upCommand } from "./up.ts";

/**
 * All commands, in the order in which help lists them. A command's `run` loads what it needs itself: most need little,
 * and loading everything takes longer than they do.
 */
export function allCommands(version: string): readonly Command[] {
  const commands: readonly Command[] = [
    demoCommand(version),
    upCommand(version),
    edgeCommand(version),
    checkCommand,
    applyCommand,
    getCommand,
    deleteCommand,
    historyCommand,
    rollbackCommand,
    validateCommand,
    analyzeCommand,
    translateCommand,
    traceCommand,
    gridCommand,
    kindsCommand,
    crdsCommand,
    proxyStatusCommand,
    proxyConfigCommand,
    logCommand,
    ...proxyCommands,
    ...storeCommands,
    benchCommand,
    completionCommand(() => commands),
    versionCommand(version),
  ];
  return commands;
}

/** Runs the command line and returns the exit code. */
export async function runProgram(argv: readonly string[], version: string): Promise<number> {
  const terminal = processTerminal(processEnvironment());
  try {
    return await parseCommandLine(argv, allCommands(version), version, terminal);
  } catch (error) {
    const fault = FairwayError.from(error);
    const where = fault.code === "Internal" ? "" : ` (${fault.code})`;
    terminal.err(`error: ${printable(fault.message)}${where}\n`);
    return fault.code === "Settings" ? 2 : 1;
  }
}

function versionCommand(version: string): Command {
  return {
    name: "version",
    summary: "Print the version",
    examples: ["fairway version"],
    async run(_given, terminal) {
      terminal.out(`fairway ${version}\n`);
      return 0;
    },
  };
}
