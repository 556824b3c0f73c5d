import { type Browser, chromium, type Page } from 'playwright-core';

export function openBrowser(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      // There is no graphics card: what is not WebGL is drawn faster without a simulated one.
      '--disable-gpu-rasterization',
      '--disable-accelerated-2d-canvas',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...more,
    ],
  });
}

/** Waits until no request is under way and no frame is due. */
export async function settle(page: Page): Promise<void> {
  await page.waitForSelector('html[data-idle="true"]', { state: 'attached' });
}

/** What must never appear while a page is used: errors of scripts, violations of the policy, foreign hosts. */
export function watchFaults(page: Page, origin: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const foreign = !request.url().startsWith(origin) && !/^(data|blob):/.test(request.url());
    if (foreign) faults.push(`request: ${request.url()}`);
  });
  return faults;
}
