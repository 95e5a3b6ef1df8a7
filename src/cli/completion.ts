import type { Argument, Command, Flag } from "./command.ts";

const shells = ["bash", "zsh", "fish"] as const;

/** `fairway completion SHELL`: a script made from the list of commands. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    summary: "Print a completion script for a shell",
    arguments: [{ form: "SHELL", choices: shells, doc: "bash, zsh or fish." }],
    examples: [
      "source <(fairway completion bash)",
      "fairway completion fish > ~/.config/fish/completions/fairway.fish",
    ],
    async run(given, terminal) {
      const make = { bash, zsh, fish }[given.args[0] as (typeof shells)[number]];
      terminal.out(make(commands()));
      return 0;
    },
  };
}

const flagsOf = (command: Command): readonly Flag[] => [
  ...(command.flags ?? []),
  { name: "help", short: "h", doc: "Show help." },
];

const firstWord = (command: Command): string => command.name.split(" ")[0] ?? "";
const argumentWords = (args: readonly Argument[] | undefined): readonly string[] =>
  args?.flatMap((a) => a.choices ?? []) ?? [];

/** The words that may follow each prefix of command words. */
function wordTree(commands: readonly Command[]): Map<string, string[]> {
  const tree = new Map<string, string[]>();
  const add = (prefix: string, word: string) => {
    const words = tree.get(prefix) ?? [];
    if (!words.includes(word)) tree.set(prefix, [...words, word]);
  };
  for (const command of commands) {
    const words = command.name.split(" ");
    words.forEach((word, i) => {
      add(words.slice(0, i).join(" "), word);
    });
    for (const flag of flagsOf(command)) add(command.name, `--${flag.name}`);
    for (const word of argumentWords(command.arguments)) add(command.name, word);
  }
  return tree;
}

function bash(commands: readonly Command[]): string {
  const cases = [...wordTree(commands)].map(([prefix, words]) => `    "${prefix}") words="${words.join(" ")}" ;;`);
  const values = commands.flatMap((c) => flagsOf(c)).filter((f) => f.choices);
  const choices = [...new Map(values.map((f) => [f.name, f])).values()].map((f) => {
    const forms = [`--${f.name}`, ...(f.short ? [`-${f.short}`] : [])].join("|");
    return `    ${forms}) COMPREPLY=($(compgen -W "${f.choices?.join(" ")}" -- "$cur")); return ;;`;
  });
  return `# fairway completion for bash
_fairway() {
  local cur prev words prefix="" i
  cur="\${COMP_WORDS[COMP_CWORD]}"
  prev="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$prev" in
${choices.join("\n")}
    -f|--file|--data-dir|--config-dir) COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in -*) break ;; *) prefix="\${prefix:+$prefix }\${COMP_WORDS[i]}" ;; esac
  done
  case "$prefix" in
${cases.join("\n")}
    *) words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _fairway fairway
`;
}

function zsh(commands: readonly Command[]): string {
  return `#compdef fairway
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`;
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

function fish(commands: readonly Command[]): string {
  const lines = ["# fairway completion for fish", "complete -c fairway -f"];
  const tops = new Map(commands.map((c) => [firstWord(c), c]));
  for (const [word, command] of tops) {
    lines.push(`complete -c fairway -n __fish_use_subcommand -a ${word} -d ${quoted(command.summary)}`);
  }
  for (const command of commands) {
    const [first = "", second] = command.name.split(" ");
    const within = `__fish_seen_subcommand_from ${second ?? first}`;
    if (second)
      lines.push(
        `complete -c fairway -n '__fish_seen_subcommand_from ${first}' -a ${second} -d ${quoted(command.summary)}`,
      );
    for (const flag of flagsOf(command)) lines.push(fishFlag(within, flag));
    const words = argumentWords(command.arguments);
    if (words.length > 0) lines.push(`complete -c fairway -n '${within}' -a '${words.join(" ")}'`);
  }
  return `${lines.join("\n")}\n`;
}

function fishFlag(within: string, flag: Flag): string {
  const short = flag.short ? ` -s ${flag.short}` : "";
  const takes = flag.value ? (flag.choices ? ` -x -a '${flag.choices.join(" ")}'` : " -r -F") : "";
  return `complete -c fairway -n '${within}' -l ${flag.name}${short}${takes} -d ${quoted(flag.doc)}`;
}
