import { type LogLevel, logLevels } from "../base/log.ts";
import { type Command, outputFlag } from "./command.ts";
import { kubeconfigFlag, tokenHeaders } from "./open-kubeconfig.ts";
import { columns, print } from "./print.ts";

interface ScopeState {
  readonly name: string;
  readonly description: string;
  readonly output_level: string;
}

/** `fairway log`: lists the log scopes of a running Fairway, or sets their levels. */
export const logCommand: Command = {
  name: "log",
  summary: "List or set the log scopes of a running Fairway",
  arguments: [{ form: "[SCOPE[=LEVEL]...]", doc: `Scopes to show, or to set to ${logLevels.join(", ")}.` }],
  flags: [
    {
      name: "ctrlz-address",
      value: "ADDRESS",
      default: "127.0.0.1:9876",
      doc: "Where the running Fairway serves ControlZ.",
    },
    kubeconfigFlag,
    outputFlag,
  ],
  examples: ["fairway log", "fairway log store=debug http=warn"],
  async run(given, terminal) {
    const headers = await tokenHeaders(given);
    const base = `http://${given.text("ctrlz-address")}/scopej/`;
    const wanted = given.args.map((arg) => ({ name: arg.split("=")[0] ?? "", level: arg.split("=")[1] }));
    for (const { name, level } of wanted) {
      if (level === undefined) continue;
      if (!isLevel(level)) {
        terminal.err(`error: '${level}' is not a log level (${name}): use one of ${logLevels.join(", ")}\n`);
        return 2;
      }
      const answer = await ask(
        `${base}${encodeURIComponent(name)}`,
        headers,
        JSON.stringify({ name, output_level: level }),
      );
      if (!answer.ok) {
        terminal.err(
          `error: ${((await answer.json()) as { error: string }).error} (${base}): run \`fairway log\` to see the scopes\n`,
        );
        return 1;
      }
    }
    const listed = await ask(base, headers);
    if (!listed.ok) {
      terminal.err(`error: ${((await listed.json()) as { error: string }).error} (${base})\n`);
      return 1;
    }
    const all = (await listed.json()) as ScopeState[];
    const shown = wanted.length === 0 ? all : all.filter((s) => wanted.some((w) => w.name === s.name));
    print(given, terminal, shown, () =>
      columns(
        ["SCOPE", "LEVEL", "DESCRIPTION"],
        shown.map((s) => [s.name, s.output_level, s.description]),
      ),
    );
    return 0;
  },
};

function isLevel(text: string): text is LogLevel {
  return logLevels.some((level) => level === text);
}

async function ask(url: string, headers: { readonly [name: string]: string }, body?: string): Promise<Response> {
  try {
    const change = { method: "PUT", body: body ?? "", headers: { ...headers, "content-type": "text/plain" } };
    return await fetch(url, body === undefined ? { headers } : change);
  } catch {
    throw new Error(`no answer from ${url}: is \`fairway up\` running, and is --ctrlz-address right?`);
  }
}
