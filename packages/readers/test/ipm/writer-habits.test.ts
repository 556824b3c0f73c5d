import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemorySink } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { importFiles } from '../../src/index.ts';

async function importLog(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-ipm-'));
  try {
    const file = join(folder, 'log.xml');
    writeFileSync(file, text);
    const sink = new MemorySink();
    const report = await importFiles([file], sink);
    const diagnostics = report.sets[0].diagnostics.map(({ code, count }) => [code, count]);
    const messages = sink
      .rows('messages')
      .map(({ src, dst, bytes, count, call }) => [src, dst, bytes, count, call]);
    return { sink, messages, diagnostics: Object.fromEntries(diagnostics) as Record<string, number> };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const task = (rank: number, body: string) =>
  `<task ipm_version="2.0.6" mpi_rank="${rank}" mpi_size="4" stamp_init="1.5" stamp_final="2.5" >\n${body}</task>\n`;
const profile = (tasks: string) =>
  `<?xml version="1.0" encoding="iso-8859-1"?>\n<ipm_job_profile>\n${tasks}</ipm_job_profile>\n`;
const hash = (...entries: string[]) => `<hash nlog="9" nkey="9" >\n${entries.join('\n')}\n</hash>\n`;

/** An entry as version 2 prints it, with the peer's rank in the key. */
function entry(inKey: number, printed: number, bytes: number, count = 1): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const key = `0140010000000000${hex(bytes)}${hex(inKey)}`;
  return `<hent key="${key}" call="MPI_Send" bytes="${bytes}" orank="${printed}" region="0" callsite="0" count="${count}" tid="0" >1e-3 1e-4 1e-4</hent>`;
}

describe('habits of IPM logs', () => {
  it('makes no messages of sends to MPI_PROC_NULL, printed as sends to rank 0', async () => {
    const log = profile(task(1, hash(entry(0, 0, 64, 2), entry(0x3fffffff, 0, 64, 5))));
    const { messages, diagnostics } = await importLog(log);
    expect(messages).toEqual([[1, 0, 128, 2, 'MPI_Send']]);
    expect(diagnostics['SENDS-TO-NOBODY']).toBe(5);
  });

  it('takes the peer from the key where ranks are printed relative to their own', async () => {
    const { messages } = await importLog(profile(task(2, hash(entry(1, -1, 8), entry(3, 1, 16)))));
    expect(messages).toEqual([
      [2, 1, 8, 1, 'MPI_Send'],
      [2, 3, 16, 1, 'MPI_Send'],
    ]);
  });

  it('reads past command lines and environments that are not escaped', async () => {
    const body =
      '<cmdline realpath="/a" >./run -f <in> 1 < 2 && <x </cmdline>\n<env>PS1=<\\u> a<<b $(x 2>&1)</env>\n' +
      `<env>\n<ldmap>7f00-7f01 r-xp<ldmap>\n</env>\n${hash(entry(2, 2, 8))}`;
    const { messages, sink } = await importLog(profile(task(0, body)));
    expect(messages).toEqual([[0, 2, 8, 1, 'MPI_Send']]);
    expect(sink.rows('jobs')).toMatchObject([{ name: 'run' }]);
  });

  it('reads attributes in any order and quoting', async () => {
    const body = hash(`<hent orank='3' count = "2"\n bytes="10" key="12345" call='MPI_Isend'>1 1 1</hent>`);
    const { messages } = await importLog(profile(task(0, body).replace('mpi_rank="0"', "mpi_rank='0'")));
    expect(messages).toEqual([[0, 3, 20, 2, 'MPI_Isend']]);
  });

  it('counts the totals of nested regions once: the outer ones include them', async () => {
    const func = (count: number) => `<func name="MPI_Send" count="${count}" bytes="8e1" > 1e-3 </func>`;
    const body =
      `<regions n="2" ><region label="outer" id="1">${func(3)}${func(2)}<regions n="1" >` +
      `<region label="inner" id="2">${func(2)}</region></regions></region>` +
      `<region label="ipm_noregion" id="0">${func(1)}</region></regions>`;
    const { sink } = await importLog(profile(task(0, body)));
    expect(sink.rows('calls')).toMatchObject([{ call: 'MPI_Send', count: 6 }]);
  });

  it('reads hardware counters: of the whole task, or else added up over the outermost regions', async () => {
    const hpm = (...counters: [string, string][]) =>
      `<hpm api="PAPI" ncounter="${counters.length}" eventset="0" gflop="0.1">\n${counters
        .map(([name, value]) => `<counter name="${name}" > ${value} </counter>`)
        .join('\n')}\n</hpm>\n`;
    const region = (label: string, body: string) => `<region label="${label}">${body}</region>`;
    const inner = `<regions n="1">${region('inner', hpm(['PAPI_FP_OPS', '400']))}</regions>`;
    const regions = `<regions n="2">${region('outer', hpm(['PAPI_FP_OPS', '700']) + inner)}${region(
      'ipm_noregion',
      hpm(['PAPI_FP_OPS', '50'], ['PAPI_TOT_CYC', '9e3']),
    )}</regions>`;
    const log = profile(task(0, regions) + task(1, hpm(['PAPI_FP_OPS', '11']) + regions));
    const { sink } = await importLog(log);
    const readings = sink.rows('rank_counters');
    expect(readings.map(({ rank, metric, time, value }) => [rank, metric, time, value])).toEqual([
      [0, 'PAPI_FP_OPS', -1, 750],
      [0, 'PAPI_TOT_CYC', -1, 9000],
      [1, 'PAPI_FP_OPS', -1, 11],
    ]);
    expect(sink.rows('rank_metrics')).toEqual([
      { job: 0, metric: 'PAPI_FP_OPS', unit: '#', mode: 'accumulated', timing: 'start', doc: null },
      { job: 0, metric: 'PAPI_TOT_CYC', unit: '#', mode: 'accumulated', timing: 'start', doc: null },
    ]);
  });

  it('refuses a hardware counter without a number', async () => {
    const body = '<hpm api="PAPI" ncounter="1"><counter name="PAPI_L2_TCM" > many </counter></hpm>';
    await expect(importLog(profile(task(0, body)))).rejects.toMatchObject({
      code: 'BAD-IPM',
      record: 'counter',
    });
  });

  it('says that persistent sends are missing, which have no size in the log', async () => {
    const persistent = (call: string) => entry(1, 1, 0).replace('MPI_Send', call);
    const body = hash(persistent('MPI_Send_init'), persistent('MPI_Ssend_init'), persistent('MPI_Recv_init'));
    const { diagnostics } = await importLog(profile(task(0, body)));
    expect(diagnostics['PERSISTENT-NOT-COUNTED']).toBe(2);
  });

  it('says that a log holds several jobs', async () => {
    const log = profile(task(0, hash(entry(1, 1, 8))) + task(1, ''));
    const { messages, diagnostics } = await importLog(log + log);
    expect(messages.length).toBe(2);
    expect(diagnostics['RANKS-REPEATED']).toBe(2);
  });
});
