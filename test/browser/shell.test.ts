import { describe, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { serveShell } from './serve-shell.ts';

const shell = serveShell();
const { open, chips } = shell;

describe('search, help, theme', () => {
  it('finds a switch by name, a host by GUID, a link and a job', async () => {
    await open();
    const find = async (text: string, key = 'Enter') => {
      await shell.page.keyboard.press('/');
      await shell.page.getByRole('combobox', { name: /Search/ }).fill(text);
      await shell.page.locator('.search-hit').first().waitFor();
      await shell.page.keyboard.press(key);
      await settle(shell.page);
    };
    await find('leaf3');
    await find('0xe41d2d0300000007', 'Shift+Enter');
    await find('qball');
    await find('node4 -> leaf0');
    expect(await chips()).toEqual(['job qball', 'from leaf3', 'to node7', 'through node4 → leaf0']);
  });

  it('shows help on ? and closes it by Esc without touching the selection', async () => {
    await open();
    await shell.page.keyboard.press('ArrowRight');
    await shell.page.keyboard.press('?');
    const help = shell.page.getByRole('dialog', { name: 'Help' });
    await help.waitFor();
    expect(await help.textContent()).toContain('play or pause');
    await shell.page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await settle(shell.page);
    expect((await chips()).length).toBe(1);
  });

  it('does nothing else by what is typed before the search is on screen', async () => {
    await open();
    await shell.page.keyboard.press('ArrowRight');
    const before = shell.page.url();
    await shell.page.evaluate(() => {
      for (const key of ['/', ' ', 'ArrowRight', 'Escape'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    await shell.page.getByRole('combobox', { name: /Search/ }).waitFor();
    await settle(shell.page);
    expect(shell.page.url()).toBe(before);
    expect(await shell.page.getByRole('button', { name: 'Play', exact: true }).count()).toBe(1);
  });

  it('switches the theme, keeps it, and leaves it out of the address', async () => {
    await open();
    const theme = () => shell.page.locator('html').getAttribute('data-theme');
    expect(await theme()).toBe('light');
    await shell.page.getByRole('button', { name: 'Use the dark theme' }).click();
    await settle(shell.page);
    expect(await theme()).toBe('dark');
    expect(shell.page.url()).toBe(`${shell.server.url}#/d/cluster`);
    await shell.page.reload();
    await settle(shell.page);
    expect(await theme()).toBe('dark');
  });

  it('reaches every control of the bars and panels by Tab', async () => {
    await open();
    const reached = new Set<string>();
    for (let i = 0; i < 60; i++) {
      await shell.page.keyboard.press('Tab');
      const name = await shell.page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      reached.add(name);
    }
    const dataset = 'Study or dataset: Cluster, one day';
    for (const name of [dataset, 'Play', 'Search', 'Help', 'Panel menu', 'Close', 'qball']) {
      expect(reached).toContain(name);
    }
    expect([...reached].some((name) => name.startsWith('Width of'))).toBe(true);
  });
});
