import { WeftError } from '@weft/model';

/** What `--on slurm:partition=p,account=a,time=30,nodes=8` asks for; what is left out is the site's default. */
export interface SlurmOptions {
  readonly partition?: string;
  readonly account?: string;
  /** Minutes that one task may take. */
  readonly time?: number;
  /** Most tasks at once; each takes a node's share. */
  readonly nodes?: number;
  /** That one task asks for. */
  readonly cores?: number;
  /** Megabytes of a trace that one task takes at least. */
  readonly slice?: number;
}

const NAME = /^[A-Za-z0-9._-]+$/;

export function parseSlurmOptions(text: string): SlurmOptions {
  if (text !== 'slurm' && !text.startsWith('slurm:')) {
    throw optionError(`"${text}" is no place to run`);
  }
  const options: { -readonly [K in keyof SlurmOptions]: SlurmOptions[K] } = {};
  for (const setting of text.slice('slurm:'.length).split(',').filter(Boolean)) {
    const [key, value = ''] = setting.split('=');
    if (key === 'partition' || key === 'account') options[key] = nameOf(key, value);
    else if (key === 'time' || key === 'nodes' || key === 'cores') options[key] = countOf(key, value);
    else if (key === 'slice') options[key] = sizeOf(key, value);
    else throw optionError(`"${key}" is no setting of slurm`);
  }
  return options;
}

function nameOf(key: string, value: string): string {
  if (NAME.test(value)) return value;
  throw optionError(`${key} needs a name, not "${value}"`);
}

function countOf(key: string, value: string): number {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw optionError(`${key} needs a whole number from 1, not "${value}"`);
}

function sizeOf(key: string, value: string): number {
  if (/^\d{1,9}(\.\d{1,6})?$/.test(value) && Number(value) > 0) return Number(value);
  throw optionError(`${key} needs a number of megabytes, not "${value}"`);
}

function optionError(message: string): WeftError {
  return new WeftError({
    code: 'BAD-OPTION',
    message: `--on: ${message}`,
    advice: 'Write --on slurm, or --on slurm:partition=p,account=a,time=30,nodes=8 (time in minutes).',
  });
}
