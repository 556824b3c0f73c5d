import { type DataRequest, later, type Needs, needCube, ofDataset, settled } from '@weft/views';
import { describe, expect, it } from 'vitest';
import { requestKey } from '../src/data/coordinator.ts';
import type { RequestState } from '../src/data/request-state.ts';
import { joinNeeds } from '../src/shell/use-needs.ts';

const loading = { status: 'loading', progress: null } as const;
const ready = (data: unknown) => ({ status: 'ready', data }) as const;
const [a, b] = [needCube('a'), needCube('b')];

/** Joins needs whose requests are in these states. */
function join(needs: Needs, ...states: (readonly [DataRequest, RequestState])[]) {
  const known = new Map(states);
  return joinNeeds(needs, (request) => known.get(request) ?? loading);
}

describe('what a view needs', () => {
  it('is there when all of it is that does not come later', () => {
    const finer = later(b);
    expect(join({ a, b }, [a, ready(1)]).status).toBe('loading');
    expect(join({ a, b: finer }, [a, ready(1)])).toEqual({ status: 'ready', data: { a: 1, b: null } });
    expect(join({ a, b: finer }, [finer, ready(2)]).status).toBe('loading');
    expect(join({ a, b: finer }, [a, ready(1)], [finer, ready(2)])).toEqual({
      status: 'ready',
      data: { a: 1, b: 2 },
    });
  });

  it('is a list where a list was asked for, with null for what comes later', () => {
    const finer = later(b);
    const needs = { parts: [a, finer], none: [] };
    expect(join(needs).status).toBe('loading');
    expect(join(needs, [a, ready(1)])).toEqual({ status: 'ready', data: { parts: [1, null], none: [] } });
  });

  it('fails with whatever fails', () => {
    const failed = { status: 'failed', error: { code: 'X', message: 'no' } } as const;
    const finer = later(b);
    expect(join({ a, list: [finer] }, [a, ready(1)], [finer, failed]).status).toBe('failed');
  });

  it('is the same request, waited for or not', () => {
    expect(requestKey('x', later(needCube('m')))).toBe(requestKey('x', needCube('m')));
    expect(requestKey('x', settled(ofDataset('x', needCube('m'))))).toBe(requestKey('x', needCube('m')));
  });

  it('tells how parts stand that are shown apart, also where one fails', () => {
    const failed = { status: 'failed', error: { code: 'X', message: 'no' } } as const;
    const parts = [settled(a), settled(ofDataset('other', b))];
    expect(join({ parts }, [parts[1], failed])).toEqual({
      status: 'ready',
      data: { parts: [loading, failed] },
    });
  });
});
