import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildNetwork } from '@weft/network';
import { afterAll, expect, it } from 'vitest';
import type { Layout } from '../src/index.ts';

const guide = readFileSync(new URL('../../../docs/adding-a-layout.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'weft-layout-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the example of the guide is a layout', async () => {
  const source = fileURLToPath(new URL('../src/', import.meta.url));
  const example = guide.match(/```ts[^\n]*\n([\s\S]*?)```/)![1].replaceAll("'../", `'${source}`);
  const file = join(folder, 'spiral.ts');
  writeFileSync(file, example);
  const { spiral }: { spiral: Layout } = await import(/* @vite-ignore */ file);
  const network = buildNetwork('kary-ntree', { arity: 2, layers: 2 });
  expect(spiral.refuses(network)).toBeNull();
  const { coordinates } = spiral.layout(network, { turns: 7 });
  expect(coordinates.length).toBe(2 * network.vertexCount);
  expect(coordinates.every(Number.isFinite)).toBe(true);
  expect(coordinates).not.toEqual(spiral.layout(network).coordinates);
});
