import type { Command } from 'commander';

/** The manual page, made of the help texts: one section a command. */
export function manPage(program: Command, version: string): string {
  const lines = [
    `.TH WEFT 1 "" "weft ${escapeRoff(version)}"`,
    '.SH NAME',
    `weft \\- ${escapeRoff(program.description().replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    '.B weft',
    '.I command',
    '[\\fIarguments\\fR] [\\fIoptions\\fR]',
    '.SH COMMANDS',
    ...program.commands.flatMap(commandLines),
    '.SH EXIT STATUS',
    '0 done, 1 failed, 2 wrong use, 130 cancelled by Ctrl\\-C.',
    '.SH ENVIRONMENT',
    ...termLines('WEFT_HOME', 'where studies and imports of the page are kept'),
    ...termLines(
      'WEFT_TOKEN, WEFT_PUBLIC_URL',
      'as the options \\-\\-token and \\-\\-public\\-url of serve and demo',
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines(command: Command): string[] {
  const help = command.createHelp();
  return [
    `.SS ${escapeRoff(help.commandUsage(command))}`,
    escapeRoff(command.description()),
    ...help
      .visibleArguments(command)
      .flatMap((argument) =>
        termLines(escapeRoff(argument.name()), escapeRoff(help.argumentDescription(argument))),
      ),
    ...help
      .visibleOptions(command)
      .flatMap((option) =>
        termLines(escapeRoff(help.optionTerm(option)), escapeRoff(help.optionDescription(option))),
      ),
    '.PP',
    '.nf',
    ...afterText(command).split('\n').map(escapeRoff),
    '.fi',
  ];
}

function termLines(term: string, text: string): string[] {
  return ['.TP', `.B ${term}`, text];
}

/** What a command adds behind its options: tables, examples. */
function afterText(command: Command): string {
  let whole = '';
  const plain = command.helpInformation();
  command.configureOutput({
    writeOut: (text) => {
      whole += text;
    },
  });
  command.outputHelp();
  return whole.slice(plain.length).trim();
}

/** A line that begins with a dot or quote would be a command of roff. */
function escapeRoff(text: string): string {
  return text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}
