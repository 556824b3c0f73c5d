import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../tools/find-chromium.js';

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: string;
    /** The built page, and the same shell with the views of the tests. */
    page: string;
    testPage: string;
  }
}

/** Builds the page once for all browser tests. */
export default async function setup({ provide }: TestProject): Promise<void> {
  const app = folder('../../apps/web/');
  const testPage = folder('./page/');
  provide('chromium', findChromium());
  await build({ root: app, configFile: `${app}vite.config.ts`, logLevel: 'warn' });
  await build({
    root: testPage,
    configFile: false,
    base: './',
    logLevel: 'warn',
    build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  provide('page', `${app}dist`);
  provide('testPage', `${testPage}dist`);
}

function folder(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
