import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { formatError, tableNames } from '@weft/model';
import { sqlViewNames } from '@weft/store';
import { printable } from '../printable.ts';

/** Answers a query with the text to print. */
type Ask = (query: string, signal: AbortSignal) => Promise<string>;

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Where queries are kept for the next time. */
  readonly historyFile: string;
}

const PROMPT = 'weft> ';
const MORE = '  ... ';
const MOST_HISTORY = 1000;
const HELP =
  'A query ends with a semicolon. .tables names the tables, .help says this, .quit or Ctrl-D ends.';

/** Asks for queries until the reader has enough; Ctrl-C cancels the one that runs, or what was typed so far. */
export async function runSqlShell(ask: Ask, { input, output, historyFile }: Terminal): Promise<void> {
  const history = readHistory(historyFile);
  const say = (text: string): void => void output.write(`${printable(text)}\n`);
  const shell = createInterface({
    input,
    output,
    prompt: PROMPT,
    history: [...history].reverse(),
    historySize: MOST_HISTORY,
    completer: completeName,
  });
  let typed = '';
  let running: AbortController | null = null;
  shell.on('SIGINT', () => {
    if (running) return running.abort(new Error('cancelled'));
    typed = '';
    say('');
    prompt(shell, typed);
  });
  say(HELP);
  prompt(shell, typed);
  for await (const line of shell) {
    typed = typed === '' ? line.trim() : `${typed}\n${line}`;
    if (/^\.q(uit)?$/.test(typed)) break;
    if (typed.startsWith('.')) {
      say(dotCommand(typed));
      typed = '';
    } else if (typed.trimEnd().endsWith(';')) {
      keepHistory(historyFile, typed);
      running = new AbortController();
      say(await answer(ask, typed, running.signal));
      running = null;
      typed = '';
    }
    prompt(shell, typed);
  }
  shell.close();
}

function prompt(shell: Interface, typed: string): void {
  shell.setPrompt(typed === '' ? PROMPT : MORE);
  shell.prompt();
}

async function answer(ask: Ask, query: string, signal: AbortSignal): Promise<string> {
  try {
    return await ask(query.trimEnd().replace(/;$/, ''), signal);
  } catch (error) {
    return formatError(error);
  }
}

function dotCommand(text: string): string {
  return text === '.tables' ? [...tableNames, ...sqlViewNames].join('\n') : HELP;
}

function completeName(line: string): [string[], string] {
  const word = /[\w.]*$/.exec(line)?.[0] ?? '';
  const names = [...tableNames, ...sqlViewNames, '.tables', '.help', '.quit'];
  return [word === '' ? [] : names.filter((name) => name.startsWith(word)), word];
}

function readHistory(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(-MOST_HISTORY);
  } catch {
    return [];
  }
}

/** A query of several lines is kept as one. */
function keepHistory(file: string, query: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${query.replace(/\s*\n\s*/g, ' ')}\n`, { mode: 0o600 });
  } catch {
    // The shell works without a history, too.
  }
}
