import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FuzzArchive, meaningfulBytes, mutationKinds } from './fuzz-case.ts';
import { temporaryFolders } from './temporary-folder.ts';

const newFolder = temporaryFolders();
const fixtures = fileURLToPath(new URL('../../../../fixtures/otf2/', import.meta.url));

const share = fc.double({ min: 0, max: 0.999999, noNaN: true });
const mutation = fc.record({
  file: fc.nat(60),
  kind: fc.constantFrom(...mutationKinds),
  at: share,
  from: share,
  length: fc.integer({ min: 1, max: 24 }),
  value: fc.oneof(fc.constantFrom(...meaningfulBytes), fc.nat(255)),
});

describe('mutated archives', () => {
  for (const [name, runs] of [
    ['p-bswap8', 800],
    ['p-icoll8', 700],
    ['ez-bswap2-8', 500],
  ] as const) {
    it(`${name}: ${runs} cases end in data or in an error with its place`, async () => {
      const archive = new FuzzArchive(fixtures + name, join(newFolder(), name));
      const outcomes = { data: 0, error: 0 };
      await fc.assert(
        fc.asyncProperty(
          fc.array(mutation, { minLength: 1, maxLength: 4 }),
          fc.boolean(),
          fc.integer({ min: 0, max: 3 }),
          async (mutations, keepGoing, mode) => {
            outcomes[await archive.run(mutations, keepGoing, mode === 0)]++;
          },
        ),
        { numRuns: runs, seed: 20_240 },
      );
      expect(outcomes.data).toBeGreaterThan(runs / 10);
      expect(outcomes.error).toBeGreaterThan(runs / 20);
    });
  }
});
