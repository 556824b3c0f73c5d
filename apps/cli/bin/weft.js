#!/usr/bin/env node
// Packages are TypeScript sources without a build step between them: tsx loads them.
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../src/main.ts');
process.exitCode = await main(process.argv.slice(2));
