import { callProfile } from '@weft/analysis';
import { createSvgTarget, themeColours } from '@weft/draw';
import { batchFromRows, calls, emptySelection, type Manifest, textColumn } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { runAnalysis } from '../../../analysis/test/reference/run-analysis.ts';
import { callProfileNeeds } from '../../src/views/call-profile/call-profile-needs.ts';
import { drawProfile } from '../../src/views/call-profile/draw-profile.ts';
import { isRank, profileOrder, profileTable } from '../../src/views/call-profile/profile-rows.ts';
import { cellText, columnTop, exactText } from '../../src/views/call-profile/profile-text.ts';

const row = (rank: number, call: string, count: number, bytes: number, time: number) => ({
  job: 0,
  rank,
  call,
  count,
  bytes,
  time,
});
const rows = [row(0, 'MPI_Send', 2, 100, 10), row(1, 'MPI_Send', 4, 300, 30), row(0, 'MPI_Wait', 1, 0, 500)];

async function table(withMembers: boolean, by: 'call' | 'rank' = 'call') {
  const choice = by === 'call' ? { openCall: 'MPI_Send' } : { openRank: 0 };
  const profile = await runAnalysis(callProfile, { calls: batchFromRows(calls, rows) }, choice);
  return profileTable(by, profile, withMembers ? profile.open : null, 2000);
}

describe('call profile', () => {
  it('shows calls with sums, mean, busiest rank and imbalance', async () => {
    const shown = await table(false);
    expect(shown.names).toEqual(['MPI_Wait', 'MPI_Send']);
    expect([...shown.values.time]).toEqual([500, 40]);
    expect([...shown.values.mean]).toEqual([250, 20]);
    expect([...shown.values.imbalance]).toEqual([2, 1.5]);
    expect([...shown.values.overMean]).toEqual([Number.NaN, Number.NaN]);
    expect(cellText(shown, 'imbalance', 1)).toBe('1.50');
    expect([cellText(shown, 'share', 0), exactText(shown, 'share', 1)]).toEqual([
      '25.0 %',
      '2.000 % of the time of all ranks',
    ]);
    expect(exactText(shown, 'most', 1)).toBe('rank 1: 30\u00a0ns');
  });

  it('puts the ranks of the open call below it, in the same order', async () => {
    const shown = await table(true);
    expect([...profileOrder(shown, 'time', true, 'MPI_Send')]).toEqual([0, 1, 3, 2]);
    expect([...profileOrder(shown, 'call', false, 'MPI_Send')]).toEqual([1, 2, 3, 0]);
    expect([...profileOrder(shown, 'time', true, null)]).toEqual([0, 1]);
    expect([...shown.rankOf]).toEqual([0, 1, 0, 1]);
    expect([shown.values.overMean[3], shown.values.imbalance[3]]).toEqual([1.5, Number.NaN]);
    expect([columnTop(shown, 'time', 0), columnTop(shown, 'time', 2)]).toEqual([500, 30]);
    const sum = (from: number, to: number) =>
      shown.values.bytes.subarray(from, to).reduce((total, value) => total + value, 0);
    expect(sum(2, 4)).toBe(sum(1, 2));
  });

  it('shows ranks with their calls, and says which rows are ranks', async () => {
    const shown = await table(true, 'rank');
    expect(shown.names).toEqual(['rank 0', 'rank 1', 'MPI_Send', 'MPI_Wait']);
    expect([...shown.values.time]).toEqual([510, 30, 10, 500]);
    expect(shown.names.map((_, row) => isRank(shown, row))).toEqual([true, true, false, false]);
    expect(shown.values.overMean[0]).toBeCloseTo(510 / 270);
    expect([...profileOrder(shown, 'imbalance', false, null)]).toEqual([1, 0]);
    expect([...profileOrder(shown, 'time', true, 'rank 0')]).toEqual([0, 3, 2, 1]);
    expect(cellText(shown, 'mean', 0)).toBe('');
  });

  it('says how much of the time was waiting, of groups and of what is open', async () => {
    const profile = await runAnalysis(
      callProfile,
      { calls: batchFromRows(calls, rows) },
      { openCall: 'MPI_Send' },
    );
    const waits = {
      rows: 2,
      columns: {
        rank: Int32Array.of(0, 1),
        call: textColumn(['MPI_Wait', 'MPI_Send']),
        time: Float64Array.of(450, 20),
        count: Float64Array.of(1, 1),
      },
    };
    const shown = profileTable('call', profile, profile.open, 2000, waits);
    expect([...shown.values.waiting]).toEqual([450, 20, 0, 20]);
    expect(exactText(shown, 'waiting', 0)).toBe('450\u00a0ns, 90.0 % of its time');
    expect([...profileTable('rank', profile, null, 2000, waits).values.waiting]).toEqual([450, 20]);
    expect(cellText(profileTable('rank', profile, null, 2000), 'waiting', 0)).toBe('');
  });

  it('follows the time range where the calls themselves are there', () => {
    const manifest = (spans: number) =>
      ({ tables: { calls: { rows: 9 }, spans: { rows: spans } } }) as unknown as Manifest;
    const asked = (spans: number, options = {}, remote = false) => {
      const context = {
        selection: { ...emptySelection, time: [5, 9] as [number, number] },
        options,
        width: 1,
        height: 1,
      };
      const needs = callProfileNeeds({ id: 'x', manifest: manifest(spans), remote }, null, context);
      return Object.values(needs).map((need) => (need as { params: object }).params);
    };
    expect(asked(7)).toMatchObject([{ time: [5, 9] }, { time: [5, 9] }]);
    expect(asked(0)).toMatchObject([{ time: null }]);
    expect(asked(1e7).length).toBe(1);
    expect(asked(7, { open: 'MPI_Send' })[1]).toMatchObject({ time: [5, 9], openCall: 'MPI_Send' });
    expect(asked(7, { open: 'rank 3', by: 'rank' })[1]).toMatchObject({ openRank: 3 });
    expect(asked(1e8)).toMatchObject([{ time: null }]);
    // An engine elsewhere adds up any number of calls, and sends few.
    expect(asked(1e8, {}, true)).toMatchObject([{ time: [5, 9], summed: true, totals: false }]);
    expect(asked(1e5, { by: 'rank' }, true)).toMatchObject([{ totals: true }, { time: [5, 9] }]);
  });

  it('is exported as a picture with every name and number', async () => {
    const shown = await table(true);
    const target = createSvgTarget(800, 200);
    const order = profileOrder(shown, 'time', true, 'MPI_Send');
    drawProfile(target, {
      table: shown,
      order,
      callColours: new Map(),
      colours: themeColours('light'),
      width: 800,
    });
    const svg = target.document('x');
    for (const text of ['Wait', 'Send', 'rank 1', '400', 'Imbalance', '1.50']) expect(svg).toContain(text);
  });
});
