import { MANIFEST_VERSION } from '@weft/model';
import { expect, test } from 'vitest';
import { withUnknownPeers } from '../../src/kit/unknown-peers.ts';
import type { DatasetInfo } from '../../src/workspace.ts';

const manifest: DatasetInfo['manifest'] = {
  format: 'weft',
  version: MANIFEST_VERSION,
  name: 'run',
  title: 'run',
  description: '',
  created: '',
  generator: '',
  origin: null,
  timeRange: null,
  interval: null,
  metrics: [],
  network: null,
  provenance: [],
  diagnostics: [],
  tables: {},
};

test('tells how many messages have no sender or receiver, and nothing where all have', () => {
  expect(withUnknownPeers('8 ranks', { manifest })).toBe('8 ranks');
  const some = (unknownPeers: number) => ({ manifest: { ...manifest, unknownPeers } });
  expect(withUnknownPeers('8 ranks', some(16_000))).toBe(
    '8 ranks, 16,000 messages of unknown peer not shown',
  );
  expect(withUnknownPeers('8 ranks', some(1), ' · ')).toBe('8 ranks · 1 message of unknown peer not shown');
});
