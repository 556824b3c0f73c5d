import { parseScenario } from '@weft/simulate';
import { expect, test } from 'vitest';
import { decide } from '../src/explain/decide.ts';
import type { Test } from '../src/explain/test-suspect.ts';
import { recordedMachine, simulatedRun } from '../src/index.ts';
import type { Inquiry } from '../src/inquiry.ts';

async function inquiryAlone(): Promise<Inquiry> {
  const scenario = parseScenario({
    version: 1,
    title: 'a ring',
    network: { family: 'fat-tree', params: { ports: 4 } },
    routing: 'd-mod-k',
    model: { kind: 'event' },
    jobs: [{ name: 'solver', ranks: 4, workload: { kind: 'ring', bytes: 4096, rounds: 2 } }],
  });
  const machine = recordedMachine(await simulatedRun(scenario));
  return {
    situation: 'simulated',
    notes: [],
    job: 0,
    name: 'solver',
    phase: null,
    observed: 1000,
    machine,
    repaired: machine,
    slowLinks: [],
    path: async () => [],
    chain: { modelled: 1000, repaired: 1000, alone: 1000, ideal: 200, balanced: 200 },
    noise: async () => 0,
  };
}

function placed(placement: string, saving: number): Test {
  const suspect = { kind: 'placement', placement } as const;
  const figures = { before: 1000, after: 1000 - saving, saving, noise: 0, passed: saving >= 80 };
  return { suspect, stage: 'placement', words: placement, change: [], ...figures };
}

test.each([
  { tests: [placed('random', 90), placed('contiguous', -50)], confidence: 'likely' },
  { tests: [placed('random', 90), placed('contiguous', 85)], confidence: 'proven' },
  { tests: [placed('random', 10), placed('contiguous', 85)], confidence: 'proven' },
])('one draw of random hosts alone proves no placement: $confidence', async ({ tests, confidence }) => {
  const decision = decide(await inquiryAlone(), { tests, untested: [], cut: false });
  expect(decision).toMatchObject({ kind: 'placement', confidence });
});
