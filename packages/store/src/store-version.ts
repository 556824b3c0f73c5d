import { readFileSync } from 'node:fs';

const facts: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

export const storeVersion = facts.version;
