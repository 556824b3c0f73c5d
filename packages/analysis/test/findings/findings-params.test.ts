import { describe, expect, it } from 'vitest';
import { findingsParamsOf } from '../../src/index.ts';

describe('findingsParamsOf', () => {
  const manifest = { metrics: [], interval: null, origin: null, diagnostics: [], provenance: [] };
  it('takes data_sent, or the first amount of bytes, else of packets and such, and neither gauges nor errors', () => {
    const metric = (name: string, unit: string, kind: 'amount' | 'gauge' = 'amount') => ({
      name,
      unit,
      kind,
      doc: '',
    });
    const params = (...metrics: ReturnType<typeof metric>[]) =>
      findingsParamsOf({ ...manifest, metrics }).metric;
    expect(params(metric('data_received', 'B'), metric('data_sent', 'B'))).toBe('data_sent');
    expect(params(metric('queue', 'B', 'gauge'), metric('octets', 'B'))).toBe('octets');
    expect(params(metric('errors', 'count'), metric('wait', 'ns'), metric('packets', 'packets'))).toBe(
      'packets',
    );
    expect(params(metric('errors', 'count'), metric('wait', 'ns'))).toBeNull();
  });
});
