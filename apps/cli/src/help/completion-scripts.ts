import type { Command, Option } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The script by which a shell completes commands, options and their choices; everything else is a file. */
export function completionScript(shell: Shell, program: Command): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](program);
}

function optionsOf(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command);
}

function flagsOf(command: Command): string[] {
  return optionsOf(command).flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined));
}

function bashScript(program: Command): string {
  const names = program.commands.map((command) => command.name()).join(' ');
  const cases = program.commands.map(
    (command) => `    ${command.name()}) words="${flagsOf(command).join(' ')}" ;;`,
  );
  const choices = program.commands.flatMap((command) =>
    optionsOf(command).flatMap(({ long, argChoices }) =>
      argChoices ? [`    "${command.name()} ${long}") choices="${argChoices.join(' ')}" ;;`] : [],
    ),
  );
  return `# Completion of weft for bash: source <(weft completion bash)
_weft() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  local words="" choices=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$current"))
    return
  fi
  case "$command $before" in
${choices.join('\n')}
  esac
  if [ -n "$choices" ]; then
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
    return
  fi
  case "$command" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=() ;;
  esac
}
complete -o default -F _weft weft
`;
}

function zshScript(program: Command): string {
  const commands = program.commands.map(
    (command) => `    ${quote(`${command.name()}:${command.description()}`)}`,
  );
  const cases = program.commands.map((command) => {
    const specs = optionsOf(command).map((option) => `        ${quote(zshOption(option))}`);
    return `      ${command.name()})\n        _arguments \\\n${[...specs, "        '*:file:_files'"].join(' \\\n')} ;;`;
  });
  return `#compdef weft
# Completion of weft for zsh: weft completion zsh > a folder of $fpath, as _weft
_weft() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
compdef _weft weft
`;
}

function zshOption({ long, short, description, argChoices, flags }: Option): string {
  const text = description.replace(/[[\]:]/g, ' ');
  const value = argChoices ? `:value:(${argChoices.join(' ')})` : /[<[]/.test(flags) ? ':value:_files' : '';
  return `${long ?? short}[${text}]${value}`;
}

function fishScript(program: Command): string {
  const commands = program.commands.map(
    (command) =>
      `complete -c weft -n __fish_use_subcommand -f -a ${command.name()} -d ${quote(command.description())}`,
  );
  const options = program.commands.flatMap((command) =>
    optionsOf(command).map((option) => fishOption(command.name(), option)),
  );
  return `# Completion of weft for fish: weft completion fish > ~/.config/fish/completions/weft.fish
${[...commands, ...options].join('\n')}
`;
}

function fishOption(command: string, { long, short, description, argChoices, flags }: Option): string {
  return [
    `complete -c weft -n '__fish_seen_subcommand_from ${command}'`,
    ...(long ? [`-l ${long.replace(/^--/, '')}`] : []),
    ...(short ? [`-s ${short.replace(/^-/, '')}`] : []),
    ...(argChoices ? [`-x -a ${quote(argChoices.join(' '))}`] : /[<[]/.test(flags) ? ['-r'] : []),
    `-d ${quote(description)}`,
  ].join(' ');
}

/** In single quotes, which all three shells read alike but for the quote itself. */
function quote(text: string): string {
  return `'${text.replace(/'/g, '’')}'`;
}
