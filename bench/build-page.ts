import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the page of the product; returns the folder to serve. */
export async function buildPage(): Promise<string> {
  const app = fileURLToPath(new URL('../apps/web/', import.meta.url));
  await build({ root: app, configFile: `${app}vite.config.ts`, logLevel: 'warn' });
  return `${app}dist`;
}
