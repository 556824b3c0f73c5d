import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-explain-'));
const dataset = join(folder, 'stuck.weft');
/** A leaf of the fat tree of 16 hosts. */
const STUCK = 16;

beforeAll(async () => {
  const scenario = {
    version: 1,
    title: 'stuck',
    seed: 3,
    network: { family: 'fat-tree', params: { ports: 4, pods: 4 } },
    routing: 'd-mod-k',
    jobs: [{ name: 'solver', workload: { kind: 'all-to-all', bytes: '16 KiB' }, ranks: 16 }],
    model: { kind: 'event' },
  };
  writeFileSync(join(folder, 'stuck.json'), JSON.stringify(scenario));
  writeFileSync(join(folder, 'faults.json'), JSON.stringify({ stuck: [{ switch: STUCK }] }));
  const files = [join(folder, 'stuck.json'), '--faults', join(folder, 'faults.json')];
  expect((await runCommand(['simulate', ...files, '-o', dataset])).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function ask(query: string): Promise<Record<string, string>[]> {
  return JSON.parse((await runCommand(['sql', dataset, query, '--json'])).stdout);
}

it('divides a link as loads do to the byte, blames the switch, and says the same twice', async () => {
  const [{ link, bytes }] = await ask(
    `select link, sum(bytes) bytes from loads join links l on l.id = link where l.src = ${STUCK} and l.direction = 'up'
     group by link order by 2 desc limit 1`,
  );
  const explain = async () => {
    const { stdout } = await runCommand(['explain', dataset, '--link', String(link), '--json']);
    const { seconds, ...answer } = JSON.parse(stdout);
    expect(seconds).toBeGreaterThanOrEqual(0);
    return answer;
  };
  const answer = await explain();
  expect(answer.target).toEqual({ value: Number(bytes), unit: 'B' });
  expect(answer.shares).toEqual([{ cause: 'solver', value: Number(bytes) }]);
  expect(answer.verdict).toMatchObject({ kind: 'routing', confidence: 'proven', switch: STUCK });
  expect(answer.text[0]).toMatch(/^Simulated/);
  expect(await explain()).toEqual(answer);
  const { stdout: html } = await runCommand(['explain', dataset, '--link', String(link), '--html']);
  expect(html).toContain('<svg');
});

it('names the nearest links where one is unknown', async () => {
  const { code, stderr } = await runCommand(['explain', dataset, '--link', 'n3 - L1-1']);
  expect(code).toBe(1);
  expect(stderr).toContain('UNKNOWN-LINK');
  expect(stderr).toContain('n3 → L1-1');
});
