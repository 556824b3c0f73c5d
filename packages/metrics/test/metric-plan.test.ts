import { accumulate, createCube } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { deriveCube, evaluateLinks, expressionFault, planMetric, unitOf } from '../src/index.ts';

const metric = (name: string, unit: string, kind: 'amount' | 'gauge' = 'amount') => ({
  name,
  unit,
  doc: '',
  kind,
});
const manifest = {
  metrics: [
    metric('data', 'B'),
    metric('wait', 'ns'),
    metric('port.errors', 'count'),
    metric('queue', 'B', 'gauge'),
  ],
};

const unit = (text: string, aggregate: 'sum' | 'mean' | 'rate' | 'max' = 'sum') =>
  unitOf(planMetric(manifest, `=${text}`), aggregate);

describe('derived metrics', () => {
  it('composes units from those of its parts', () => {
    expect(unit('wait / data')).toBe('ns/B');
    expect(unit('wait / data * 1000')).toBe('ns/B');
    expect(unit('data ^ 2 / wait')).toBe('B^2/ns');
    expect(unit('sqrt(data * data)')).toBe('B');
    expect(unit('data + queue')).toBe('B');
    expect(unit('port_errors / data')).toBe('1/B');
    expect(unit('data / data')).toBe('');
    expect(unit('max(data, 2 * data)')).toBe('B');
    expect(unit('data / wait', 'rate')).toBe('B/s');
    expect(unit('data', 'mean')).toBe('B/step');
  });

  it('takes the unit that an expression states: bytes are 32 times packets (VT-3)', () => {
    const packets = { metrics: [metric('packets', 'packets')] };
    const stated = (aggregate: 'sum' | 'mean' | 'rate') =>
      unitOf(planMetric(packets, '=32 * packets in B'), aggregate);
    expect([stated('sum'), stated('mean'), stated('rate')]).toEqual(['B', 'B/step', 'B/s']);
    const plan = planMetric(packets, '=32 * packets in B')!;
    expect([...evaluateLinks(plan, [Float64Array.of(3, 0)], new Float64Array(2))]).toEqual([96, 0]);
    expect(expressionFault(packets, '32 * packets in')).not.toBeNull();
    expect(expressionFault(packets, 'in B')).not.toBeNull();
  });

  it.each(['__proto__', 'constructor', 'toString'])('takes a metric called %s', (name) => {
    const plan = planMetric({ metrics: [metric(name, 'B')] }, `=2 * ${name}`)!;
    expect([...evaluateLinks(plan, [Float64Array.of(3, 0)], new Float64Array(2))]).toEqual([6, 0]);
    expect(unitOf(plan, 'sum')).toBe('B');
  });

  it('says so when units do not fit together', () => {
    expect(unit('data + wait')).toBe('mixed units');
    expect(unit('log(data)')).toBe('mixed units');
  });

  it('says what is wrong with a text', () => {
    expect(expressionFault(manifest, 'wait / data')).toBeNull();
    expect(expressionFault(manifest, 'wait / bytes')).toContain('there is no variable bytes');
    expect(expressionFault(manifest, 'wait /')).toContain('ends too early');
    expect(expressionFault(manifest, '')).toContain('port_errors');
    expect(expressionFault(manifest, '1 + 2')).toContain('names no metric');
    expect(expressionFault(manifest, '[data, wait]')).toContain('several numbers');
  });

  it('falls back to the first metric where an address holds nonsense', () => {
    expect(planMetric(manifest, '=1 +')?.info.name).toBe('data');
    expect(planMetric(manifest, 'gone')?.info.name).toBe('data');
    expect(planMetric(manifest, 'wait')?.expression).toBeNull();
  });

  it('evaluates link by link and has 0 where nothing can be divided', () => {
    const plan = planMetric(manifest, '=wait / data')!;
    expect(plan.names).toEqual(['wait', 'data']);
    const values = [Float64Array.of(6, 0, 5), Float64Array.of(2, 0, 0)];
    expect([...evaluateLinks(plan, values, new Float64Array(3))]).toEqual([3, 0, 0]);
  });

  it('gives the expression of every step as a level over time', async () => {
    const times = Float64Array.of(0, 60e9, 120e9);
    const cube = (name: string, amounts: readonly number[]) => {
      const made = createCube(name, 2, times);
      made.sums.set(amounts, 2);
      return accumulate(made);
    };
    const plan = planMetric(manifest, '=wait / data')!;
    const derived = await deriveCube(plan, [cube('wait', [6, 8, 9, 0]), cube('data', [2, 4, 3, 5])], {});
    expect(derived.metric).toBe('=wait / data');
    expect([...derived.sums]).toEqual([0, 0, 3, 2, 6, 2]);
  });
});
