import { describe, expect, it } from 'vitest';
import { settle } from './open-browser.ts';
import { serveShell } from './serve-shell.ts';

const shell = serveShell();
const { open, panel, field, pickFromMenu, brushTime } = shell;

describe('panels', () => {
  it('opens the preset with the views that exist, each in its exact size', async () => {
    await open();
    expect(await shell.page.locator('.panel').count()).toBe(3);
    const links = shell.page.locator('.test-links');
    const body = (await panel('histogram').locator('.panel-body').boundingBox())!;
    expect(Number(await links.getAttribute('data-width'))).toBe(body.width);
    expect(Number(await links.getAttribute('data-height'))).toBe(body.height);
  });

  it('splits, chooses a view, and closes', async () => {
    await open();
    await pickFromMenu('jobs', 'Split down');
    expect(await shell.page.locator('.panel').count()).toBe(4);
    await panel('')
      .getByRole('button', { name: /^Links/ })
      .click();
    await settle(shell.page);
    expect(await panel('histogram').count()).toBe(2);
    await panel('histogram').first().hover();
    await panel('histogram').first().getByRole('button', { name: 'Close' }).click();
    await settle(shell.page);
    expect(await shell.page.locator('.panel').count()).toBe(3);
  });

  it('lists views that refuse, greyed and with their reason', async () => {
    await open();
    await panel('jobs')
      .getByRole('button', { name: /View of this panel/ })
      .click();
    const refused = shell.page.getByRole('menuitemradio', { name: /^Torus/ });
    expect(await refused.getAttribute('aria-disabled')).toBe('true');
    expect(await refused.textContent()).toContain('This network is no torus');
    const confused = shell.page.getByRole('menuitemradio', { name: /^Confused/ });
    expect(await confused.textContent()).toContain('This view failed: no idea');
    await shell.page.keyboard.press('Escape');
  });

  it('drags a splitter by mouse and moves it by keyboard', async () => {
    await open();
    const width = async () => (await panel('jobs').boundingBox())!.width;
    const before = await width();
    const splitter = shell.page.getByRole('separator', { name: /Width/ });
    const box = (await splitter.boundingBox())!;
    await shell.page.mouse.move(box.x, box.y + 40);
    await shell.page.mouse.down();
    await shell.page.mouse.move(box.x + 101, box.y + 60, { steps: 5 });
    await shell.page.mouse.up();
    await settle(shell.page);
    expect(Math.abs((await width()) - before - 101)).toBeLessThanOrEqual(1);
    const dragged = await width();
    await splitter.focus();
    await shell.page.keyboard.press('ArrowLeft');
    await settle(shell.page);
    expect(Math.abs((await width()) - dragged + 16)).toBeLessThanOrEqual(1);
    expect(shell.page.url()).toContain('layout=v(');
    const shared = await width();
    await shell.page.reload();
    await settle(shell.page);
    expect(Math.abs((await width()) - shared)).toBeLessThanOrEqual(1);
  });

  it('swaps two panels by dragging a title onto the other', async () => {
    await open();
    const left = async (view: string) => (await panel(view).boundingBox())!.x;
    expect(await left('jobs')).toBe(0);
    await panel('jobs')
      .locator('.panel-title')
      .dragTo(panel('histogram').locator('.panel-body'), {
        sourcePosition: { x: 200, y: 14 },
      });
    await settle(shell.page);
    expect(await left('histogram')).toBe(0);
    expect(await left('jobs')).toBeGreaterThan(0);
  });

  it('maximises, restores and remembers it', async () => {
    await open();
    await pickFromMenu('histogram', 'Maximise');
    expect(await shell.page.locator('.panel').count()).toBe(1);
    await shell.page.reload();
    await settle(shell.page);
    expect(await shell.page.locator('.panel').count()).toBe(1);
    await shell.page.getByRole('button', { name: 'Restore' }).click();
    await settle(shell.page);
    expect(await shell.page.locator('.panel').count()).toBe(3);
  });

  it('keeps options of a view in the address', async () => {
    await open();
    await shell.page.getByRole('button', { name: 'Sort' }).click();
    await shell.page.reload();
    await settle(shell.page);
    expect(await field('option').textContent()).toBe('true');
  });

  it('explains a view and exports its numbers', async () => {
    await open();
    await pickFromMenu('histogram', 'How to read this');
    expect(await shell.page.locator('.how-to-read').textContent()).toContain('The links that carry most');
    const download = shell.page.waitForEvent('download');
    await pickFromMenu('histogram', 'Export CSV');
    expect((await download).suggestedFilename()).toBe('cluster-histogram.csv');
    const picture = shell.page.waitForEvent('download');
    await pickFromMenu('histogram', 'Export PNG');
    expect((await picture).suggestedFilename()).toBe('cluster-histogram.png');
  });
});

describe('failures', () => {
  it('keeps a failing view in its panel and lets the others live', async () => {
    await open('#/d/cluster?layout=v(300:time-chart,700:h(300:broken,300:failing,400:histogram))');
    expect(await panel('broken').getByRole('alert').textContent()).toContain('This view cannot draw.');
    expect(await panel('failing').getByRole('alert').textContent()).toContain('The analysis boom failed.');
    const whole = await field('first').textContent();
    await brushTime(0.4, 0.6);
    expect(await field('first').textContent()).not.toBe(whole);
    shell.server.failing.clear();
    await panel('failing').getByRole('button', { name: 'Retry' }).click();
    await settle(shell.page);
    expect(await field('rows').textContent()).toBe('6');
  });

  it('says so when a view cannot be loaded, and tries again', async () => {
    await open('#/d/cluster?layout=h(500:late,500:histogram)');
    const alert = panel('late').getByRole('alert');
    expect(await alert.textContent()).toContain('The view «Late» could not be loaded.');
    await panel('late').getByRole('button', { name: 'Retry' }).click();
    await settle(shell.page);
    expect(await panel('late').textContent()).toContain('here at last');
  });

  it('shows progress of slow work and cancels it with its panel', async () => {
    await shell.page.goto(`${shell.server.url}#/d/cluster?layout=h(500:histogram,500:slow)`);
    await panel('slow').locator('progress').waitFor();
    expect(await panel('slow').textContent()).toContain('Computing slow');
    await panel('slow').hover();
    await panel('slow').getByRole('button', { name: 'Close' }).click();
    await settle(shell.page);
    await expect.poll(() => shell.server.cancelled).toEqual(['slow']);
  });

  it('says so when the dataset is not there, and leads back', async () => {
    await open('#/d/nothing');
    expect(await shell.page.getByRole('alert').textContent()).toContain('no dataset or study "nothing"');
    await shell.page.getByRole('button', { name: 'Back to the gallery' }).click();
    await settle(shell.page);
    expect(await shell.page.locator('.card').count()).toBe(2);
  });
});
