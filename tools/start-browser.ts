import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.js';

/** Chromium without a window, which draws by software where there is no graphics card. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
    ],
  });
}
