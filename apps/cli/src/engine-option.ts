import { Option } from 'commander';

/** For commands that can have their questions answered elsewhere. */
export function engineOption(): Option {
  return new Option(
    '--engine <address>',
    'let a Trino answer: trino://host:port/catalog, or https://host/catalog',
  ).env('WEFT_ENGINE');
}
