import { Command as Commander, CommanderError, Option } from "commander";
import type { Command, Flag, Given, Terminal } from "../cli/index.ts";

/** Parses the arguments, runs the command they name, and returns the exit code. Wrong usage is 2. */
export async function parseCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
  version: string,
  terminal: Terminal,
): Promise<number> {
  let code = 0;
  const root = prepare(new Commander("fairway"), terminal)
    .description("Fairway: a service-mesh and edge control plane")
    .version(`fairway ${version}`, "-V, --version", "Print the version.")
    // A command may have others below it, with flags of the same names: what comes after a command's name is its own.
    .enablePositionalOptions()
    .addHelpText("after", "\nRun `fairway COMMAND --help` for the flags and examples of a command.");
  const parents = new Map<string, Commander>();
  for (const command of commands) {
    const words = command.name.split(" ");
    const [first = "", second] = words;
    const parent = second === undefined ? root : (parents.get(first) ?? group(root, first, commands, terminal));
    if (second !== undefined) parents.set(first, parent);
    const made = prepare(parent.command(words.at(-1) ?? ""), terminal).description(command.summary);
    if (second === undefined) parents.set(first, made);
    for (const argument of command.arguments ?? []) {
      const form = argument.form.startsWith("[") ? argument.form : `<${argument.form}>`;
      const slot = made.createArgument(
        form.replace(/\[(\w+)\[.*\.\.\.\]$/, "[$1...]").replace(/^\[(\w+)\[.*\]\]$/, "[$1]"),
        argument.doc,
      );
      made.addArgument(argument.choices ? slot.choices([...argument.choices]) : slot);
    }
    for (const flag of command.flags ?? []) made.addOption(option(flag));
    made.addHelpText("after", `\nExamples:\n${command.examples.map((line) => `  $ ${line}`).join("\n")}`);
    made.action(async () => {
      code = await command.run(given(made), terminal);
    });
  }
  try {
    await root.parseAsync([...argv], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function group(root: Commander, name: string, commands: readonly Command[], terminal: Terminal): Commander {
  const members = commands.filter((c) => c.name.startsWith(`${name} `)).map((c) => c.name.split(" ")[1]);
  return prepare(root.command(name), terminal).description(`${members.join(", ")}: see \`fairway ${name} --help\``);
}

function prepare(commander: Commander, terminal: Terminal): Commander {
  return commander
    .exitOverride()
    .helpOption("-h, --help", "Show help.")
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      outputError: (text, write) => write(text.endsWith("\n") ? text : `${text}\n`),
    });
}

function option(flag: Flag): Option {
  const value = flag.value === undefined ? "" : ` <${flag.value}>`;
  const made = new Option(`${flag.short ? `-${flag.short}, ` : ""}--${flag.name}${value}`, flag.doc);
  if (flag.choices) made.choices([...flag.choices]);
  if (flag.default !== undefined) made.default(flag.default);
  if (flag.required) made.makeOptionMandatory();
  if (flag.repeated) made.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
  return made;
}

function given(commander: Commander): Given {
  const values = new Map(
    commander.options.map((o) => [o.long?.slice(2) ?? "", commander.getOptionValue(o.attributeName())] as const),
  );
  return {
    args: commander.args,
    text: (flag) => (typeof values.get(flag) === "string" ? (values.get(flag) as string) : undefined),
    list: (flag) => (values.get(flag) as string[] | undefined) ?? [],
    on: (flag) => values.get(flag) === true,
  };
}
