import { describe, expect, inject, it } from 'vitest';
import { settle } from './open-browser.ts';
import { serveShell } from './serve-shell.ts';

const shell = serveShell();
const { open, pickFromMenu } = shell;

describe('gallery', () => {
  it('shows studies and datasets with their facts and opens one', async () => {
    await open('');
    expect(await shell.page.getByRole('heading', { level: 1 }).textContent()).toContain('fabric');
    expect(await shell.page.locator('.gallery h2').allTextContents()).toEqual([
      'Open your own data',
      'Your datasets',
      'Where is the traffic?',
    ]);
    expect(await shell.page.locator('.card h3').allTextContents()).toEqual([
      'Cluster, one day',
      'Hot links of a fat tree',
    ]);
    expect(await shell.page.locator('.card').nth(1).textContent()).toContain(
      'Which links carry three times the mean?',
    );
    expect(await shell.page.locator('.card').nth(1).textContent()).toContain('first opened: 1 s');
    expect(await shell.page.locator('.card').nth(0).locator('.facts').textContent()).toContain('48');
    await shell.page.getByRole('link', { name: /Cluster, one day/ }).click();
    await settle(shell.page);
    expect(shell.page.url()).toBe(`${shell.server.url}#/d/cluster`);
    expect(await shell.page.title()).toBe('Cluster, one day – Weft');
    await shell.page.goBack();
    await settle(shell.page);
    expect(await shell.page.locator('.card').count()).toBe(2);
  });

  it('generates a study in sight when it is first opened', async () => {
    await open('');
    await shell.page.getByRole('link', { name: /Hot links/ }).click();
    await shell.page.locator('.card progress').waitFor();
    await shell.page.locator('.workbench').waitFor();
    await settle(shell.page);
    expect(await shell.page.locator('.remainder').textContent()).toContain('160 of 160');
  });

  it('generates a study anew when the page is reloaded half-way', async () => {
    await shell.page.goto(`${shell.server.url}#/d/tree`);
    await shell.page.locator('progress').waitFor();
    await shell.page.reload();
    await shell.page.locator('.workbench').waitFor();
    await settle(shell.page);
    expect(await shell.page.locator('.remainder').textContent()).toContain('160 of 160');
  });

  it('says what to do when there is nothing', async () => {
    await shell.serve({ empty: true });
    await open('');
    expect(await shell.page.locator('.status').textContent()).toContain('weft import');
  });

  it('keeps the token out of the address and sends it', async () => {
    await shell.serve({ token: 'secret' });
    await shell.page.goto(`${shell.server.url}?token=secret#/d/cluster`);
    await settle(shell.page);
    expect(shell.page.url()).not.toContain('secret');
    expect(await shell.page.locator('.remainder').textContent()).toContain('of 160');
    await shell.page.reload();
    await settle(shell.page);
    expect(await shell.page.locator('.remainder').textContent()).toContain('of 160');
  });
});

describe('a server with a token', () => {
  it('copies links with a token of their own, which can be ended', async () => {
    await shell.serve({ token: 'secret' });
    await shell.page.goto(`${shell.server.url}?token=secret#/d/cluster`);
    await settle(shell.page);
    await pickFromMenu('jobs', 'Copy link');
    await shell.page.locator('.notice').waitFor();
    const link = await shell.page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/\?token=[\w-]{32}#\/d\/cluster/);
    const colleague = await shell.newPage();
    await open(link.slice(shell.server.url.length), colleague);
    expect(await colleague.locator('.remainder').textContent()).toContain('of 160');
    await pickFromMenu('jobs', 'End shared links');
    await shell.page.getByText('no longer let anybody in').waitFor();
    await colleague.reload();
    await settle(colleague);
    expect(await colleague.locator('.status').textContent()).toContain('ask for a new one');
  });
});

describe('the page as built', () => {
  it('starts under the strict policy without a fault', async () => {
    await shell.serve({ folder: inject('page') });
    await open('');
    expect(await shell.page.locator('.card').count()).toBe(2);
    await open();
    expect(await shell.page.locator('.workbench').count()).toBe(1);
  });
});
