import { describe, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { serveShell } from './serve-shell.ts';

const shell = serveShell();
const { open, panel, field, pickFromMenu, chips, brushTime } = shell;

describe('selection', () => {
  it('brushes without a request and makes one undo step', async () => {
    await open();
    const calls = shell.server.calls.length;
    const whole = await field('first').textContent();
    await brushTime(0.25, 0.5);
    expect(shell.server.calls.length).toBe(calls);
    expect(await chips()).toEqual(['4 Jan 00:30 – 01:00 UTC']);
    const brushed = await field('first').textContent();
    expect(brushed).not.toBe(whole);
    await shell.page.keyboard.press('Control+z');
    await settle(shell.page);
    expect(await chips()).toEqual([]);
    expect(await field('first').textContent()).toBe(whole);
    expect(await shell.page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await shell.page.keyboard.press('Control+Shift+Z');
    await settle(shell.page);
    expect(await field('first').textContent()).toBe(brushed);
  });

  it('does not touch the address before a drag ends', async () => {
    await open();
    const box = (await panel('time-chart').locator('svg[role=presentation]').boundingBox())!;
    await shell.page.mouse.move(box.x + 100, box.y + 50);
    await shell.page.mouse.down();
    await shell.page.mouse.move(box.x + 300, box.y + 50, { steps: 5 });
    await settle(shell.page);
    expect((await chips()).length).toBe(1);
    expect(shell.page.url()).toBe(`${shell.server.url}#/d/cluster`);
    await shell.page.mouse.up();
    await settle(shell.page);
    expect(shell.page.url()).toContain('time=');
  });

  it('comes back by reload, by a copied link and by the back button', async () => {
    await open();
    await brushTime(0.25, 0.5);
    await shell.page.getByRole('button', { name: 'kripke' }).click();
    await pickFromMenu('jobs', 'Split right');
    await shell.page.getByRole('combobox', { name: /Metric/ }).selectOption('wait');
    await shell.page.getByRole('combobox', { name: 'Colour map' }).selectOption('viridis');
    await settle(shell.page);
    const state = async (on = shell.page) => [
      await chips(on),
      await on.locator('.panel').count(),
      await field('metric', on).textContent(),
      await field('first', on).textContent(),
      await on.getByRole('combobox', { name: 'Colour map' }).inputValue(),
    ];
    const before = await state();
    expect(before.slice(0, 3)).toEqual([['4 Jan 00:30 – 01:00 UTC', 'job kripke'], 4, 'wait']);
    await shell.page.reload();
    await settle(shell.page);
    expect(await state()).toEqual(before);

    await pickFromMenu('histogram', 'Copy link');
    const link = await shell.page.evaluate(() => navigator.clipboard.readText());
    const other = await shell.newPage();
    await other.goto(link);
    await settle(other);
    expect(await state(other)).toEqual(before);
    await other.close();

    const backTo = async (metric: string) => {
      await shell.page.goBack();
      await settle(shell.page);
      expect(await field('metric').textContent()).toBe(metric);
      expect(await chips()).toEqual(before[0]);
    };
    await backTo('wait');
    expect(await shell.page.getByRole('combobox', { name: 'Colour map' }).inputValue()).toBe('cividis');
    await backTo('utilisation');
    expect(await shell.page.locator('.panel').count()).toBe(4);
    await backTo('utilisation');
    expect(await shell.page.locator('.panel').count()).toBe(3);
  });

  it('says what an address contains that it cannot show, and shows the rest', async () => {
    await open('#/d/cluster?jobs=[1]&zoom=3&time=soon');
    expect(await shell.page.locator('.notice').textContent()).toBe(
      'This link contains «zoom», which this version does not know; and «time», which cannot be read. The rest is shown.',
    );
    expect(await chips()).toHaveLength(1);
  });

  it('removes a chip, and Esc clears what was narrowed last', async () => {
    await open();
    await brushTime(0.1, 0.2);
    await shell.page.getByRole('button', { name: 'Only L1-L2' }).click();
    await settle(shell.page);
    expect(await shell.page.locator('.remainder').textContent()).toContain('64 of 160');
    expect(await field('visible').textContent()).toBe('64');
    await shell.page.keyboard.press('Escape');
    await settle(shell.page);
    expect(await chips()).toEqual(['4 Jan 00:12 – 00:24 UTC']);
    await shell.page.getByRole('button', { name: /^Remove/ }).click();
    await settle(shell.page);
    expect(await chips()).toEqual([]);
  });

  it('steps and plays through time by keyboard', async () => {
    await open();
    await shell.page.keyboard.press('ArrowRight');
    await shell.page.keyboard.press('Shift+ArrowRight');
    await shell.page.keyboard.press('ArrowRight');
    await settle(shell.page);
    expect(await chips()).toEqual(['4 Jan 00:02 – 00:04 UTC']);
    await shell.page.keyboard.press('ArrowLeft');
    await settle(shell.page);
    expect(await chips()).toEqual(['4 Jan 00:00 – 00:02 UTC']);
    await shell.page.keyboard.press('Space');
    await shell.page.getByRole('button', { name: 'Pause' }).waitFor();
    await shell.page.waitForFunction(
      () => !document.querySelector('.chip-text')?.textContent?.includes('00:00'),
    );
    await shell.page.keyboard.press('Space');
    await shell.page.getByRole('button', { name: 'Play' }).waitFor();
    await settle(shell.page);
    expect(shell.page.url()).toContain('time=');
    await shell.page.keyboard.press('Control+z');
    await settle(shell.page);
    expect(await chips()).toEqual(['4 Jan 00:00 – 00:02 UTC']);
  });

  it('offers only what makes sense of a level', async () => {
    await open();
    await shell.page.getByRole('combobox', { name: /Metric/ }).selectOption('temperature');
    await settle(shell.page);
    const aggregate = shell.page.getByRole('combobox', { name: /Aggregate/ });
    expect(await aggregate.locator('option').allTextContents()).toEqual(['mean per step', 'largest step']);
    expect(await field('first').textContent()).toMatch(/^\d+(\.\d)?\s°C$/);
  });
});
