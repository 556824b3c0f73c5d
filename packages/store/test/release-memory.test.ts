import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('./release-memory.ts', import.meta.url));

test.runIf(process.platform === 'linux')('memory that is free goes back to the system', () => {
  const told = execFileSync(process.execPath, ['--expose-gc', '--import', 'tsx', program], {
    encoding: 'utf8',
  });
  const { kept, given } = JSON.parse(told);
  expect(kept).toBe(100);
  expect(given).toBeGreaterThan(100);
});
