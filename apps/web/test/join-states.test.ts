import { later, needCube } from '@weft/views';
import { describe, expect, it } from 'vitest';
import { requestKey } from '../src/data/coordinator.ts';
import { joinStates } from '../src/shell/use-needs.ts';

const loading = { status: 'loading', progress: null } as const;
const ready = (data: unknown) => ({ status: 'ready', data }) as const;

describe('what a view needs', () => {
  it('is there when all of it is that does not come later', () => {
    expect(
      joinStates([
        ['a', ready(1)],
        ['b', loading],
      ]).status,
    ).toBe('loading');
    const rough = joinStates([
      ['a', ready(1)],
      ['b', loading, true],
    ]);
    expect(rough).toEqual({ status: 'ready', data: { a: 1, b: null } });
    expect(
      joinStates([
        ['a', loading],
        ['b', ready(2), true],
      ]).status,
    ).toBe('loading');
    expect(
      joinStates([
        ['a', ready(1)],
        ['b', ready(2), true],
      ]),
    ).toEqual({ status: 'ready', data: { a: 1, b: 2 } });
  });

  it('fails with whatever fails', () => {
    const failed = { status: 'failed', error: { code: 'X', message: 'no' } } as const;
    expect(
      joinStates([
        ['a', ready(1)],
        ['b', failed, true],
      ]).status,
    ).toBe('failed');
  });

  it('is the same request, waited for or not', () => {
    expect(requestKey('x', later(needCube('m')))).toBe(requestKey('x', needCube('m')));
  });
});
