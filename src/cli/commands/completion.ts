import type { Command, Option } from 'commander';
import type { Cli } from '../cli.ts';
import { misuse } from '../failure.ts';
import { print, prose } from '../terminal/output.ts';

export function addCompletion(root: Command, cli: Cli): void {
  root
    .command('completion')
    .description('print a script that completes commands and options')
    .argument('<shell>', 'bash, zsh or fish: e.g. source <(workspace completion bash)')
    .action(cli.local(async (_output, _options, [shell]) => print([prose(scriptFor(shell!, root))])));
}

function scriptFor(shell: string, root: Command): string {
  const known = commandsOf(root);
  if (shell === 'bash') return bash(known);
  if (shell === 'zsh')
    return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(known)}`;
  if (shell === 'fish') return fish(known);
  throw misuse('There is completion for bash, zsh and fish.');
}

interface Known {
  /** The subcommand names after `workspace`. */
  readonly path: readonly string[];
  readonly description: string;
  readonly commands: readonly Command[];
  readonly options: readonly Option[];
}

/** Lists all commands. A subcommand accepts its parent's options too. */
function commandsOf(command: Command, path: readonly string[] = [], shared: readonly Option[] = []): Known[] {
  const { commands } = command;
  const options = [...shared, ...command.options];
  const own = { path, description: command.description(), commands, options };
  const below = path.length === 0 ? [] : options;
  return [own, ...commands.flatMap((one) => commandsOf(one, [...path, one.name()], below))];
}

const wordsOf = ({ commands, options }: Known) => [
  ...commands.map((one) => one.name()),
  ...options.map(({ long }) => long!),
  '--help',
];

/** The script for bash. It completes files for options that take one. */
function bash(known: readonly Known[]): string {
  const cases = known.map((one) => `    "${one.path.join(' ')}") words="${wordsOf(one).join(' ')}" ;;`);
  const paths = known.map(({ path }) => `"${path.join(' ')}"`).join('|');
  const files = [...new Set(known.flatMap(({ options }) => options.filter(namesFile).map(({ long }) => long!)))];
  return `_workspace() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" word
  local IFS=$' \\t\\n'
  case "$previous" in ${files.join('|')})
    IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
    return ;;
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in ${paths}) path="\${path:+$path }$word" ;; *) break ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _workspace workspace`;
}

const namesFile = ({ flags }: Option) => /<(path|folder|file)>/.test(flags);

function fish(known: readonly Known[]): string {
  return known
    .flatMap(({ path, commands, options }) => {
      const within = condition(path, commands);
      return [
        ...commands.map((one) => `complete -c workspace -f ${within} -a ${one.name()} -d ${inFish(one.description())}`),
        ...options.map(
          (option) =>
            `complete -c workspace ${within} -l ${option.long!.slice(2)} ${valueIn(option)}-d ${inFish(option.description)}`,
        ),
      ];
    })
    .join('\n');
}

function condition(path: readonly string[], commands: readonly Command[]): string {
  if (path.length === 0) return '-n __fish_use_subcommand';
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const none =
    commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.map((one) => one.name()).join(' ')}`] : [];
  return `-n '${[...seen, ...none].join('; and ')}'`;
}

const valueIn = (option: Option) => (option.required ? (namesFile(option) ? '-r ' : '-x ') : '');

const inFish = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
