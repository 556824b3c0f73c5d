import { describe, expect, it } from 'vitest';
import { formatError, MANIFEST_VERSION, parseManifest } from '../src/index.ts';

const minimal = {
  format: 'weft',
  version: MANIFEST_VERSION,
  name: 'x',
  title: 'X',
  created: '2026-01-01T00:00:00Z',
  generator: 'weft 0.1.0',
  origin: null,
  timeRange: null,
  tables: { jobs: { rows: 1, parts: [{ path: 'jobs-0.parquet', rows: 1, bytes: 10 }] } },
};

function failure(text: string): string {
  try {
    parseManifest(text, 'x.weft/manifest.json');
  } catch (error) {
    return formatError(error);
  }
  return 'no failure';
}

describe('manifest', () => {
  it('is read with its defaults filled in', () => {
    const manifest = parseManifest(JSON.stringify(minimal), 'f');
    expect(manifest.metrics).toEqual([]);
    expect(manifest.tables.jobs?.rows).toBe(1);
  });

  it('of version 1 is brought up to date', () => {
    const older = JSON.stringify({ ...minimal, version: 1 });
    expect(parseManifest(older, 'x.weft/manifest.json').version).toBe(MANIFEST_VERSION);
  });

  it.each([
    ['not json', '{'],
    ['a list', '[]'],
    ["another program's", '{"name": "left-pad", "version": "1.0.0"}'],
    ['of the future', JSON.stringify({ ...minimal, version: MANIFEST_VERSION + 1 })],
    ['without a version', JSON.stringify({ ...minimal, version: undefined })],
    ['with a damaged part', JSON.stringify({ ...minimal, tables: { jobs: { rows: 'many', parts: [] } } })],
    ['with an unknown table', JSON.stringify({ ...minimal, tables: { spells: { rows: 0, parts: [] } } })],
  ])('%s is refused in one line', (_, text) => {
    expect(failure(text)).toMatchSnapshot();
    expect(failure(text)).not.toContain('\n');
  });
});
