import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';

/** The bytes of a file that the menu of a panel exports. */
export async function exportPanel(panel: Locator, format: string): Promise<Buffer> {
  const download = panel.page().waitForEvent('download');
  await panel.hover();
  await panel.getByRole('button', { name: 'Panel menu' }).click();
  await panel
    .page()
    .getByRole('menuitem', { name: `Export ${format}`, exact: true })
    .click();
  return readFileSync((await (await download).path())!);
}

/** Rows of a CSV export as objects. */
export async function exportRows(panel: Locator): Promise<Record<string, string>[]> {
  const [header, ...lines] = (await exportPanel(panel, 'CSV')).toString().trim().split('\r\n');
  const keys = header.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, i) => [keys[i], value.replace(/^"|"$/g, '')])),
  );
}
