import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WeftError } from '@weft/model';
import { openDataset } from '@weft/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeRing } from '../../apps/server/test/write-ring.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-foreign-'));
const whole = join(folder, 'whole.weft');
const damaged = join(folder, 'damaged.weft');
beforeAll(() => writeRing(whole));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const part = join(damaged, 'counters/part-000000.parquet');
const manifest = join(damaged, 'manifest.json');

/** The file of the counters, as the manifest lists it. */
interface ListedPart {
  path: string;
  rows: number;
  bytes: number;
}

function relist(change: (parts: ListedPart[]) => void): void {
  const json = JSON.parse(readFileSync(manifest, 'utf8'));
  change(json.tables.counters.parts);
  writeFileSync(manifest, JSON.stringify(json));
}

const named = (path: string) => () => relist(([first]) => Object.assign(first, { path }));

function inPlace(of: string, put: () => void): () => void {
  return () => {
    rmSync(of, { recursive: true });
    put();
  };
}

const DAMAGES: Readonly<Record<string, () => void>> = {
  'a pipe in the place of a part': inPlace(part, () => execFileSync('mkfifo', [part])),
  'a pipe in the place of the manifest': inPlace(manifest, () => execFileSync('mkfifo', [manifest])),
  'a folder in the place of a part': inPlace(part, () => mkdirSync(part)),
  'a part that is a link to itself': inPlace(part, () => symlinkSync(part, part)),
  'a part that is a link to a device': inPlace(part, () => symlinkSync('/dev/zero', part)),
  'a manifest that is a link to a device': inPlace(manifest, () => symlinkSync('/dev/zero', manifest)),
  'a part that is a link to its copy': () => {
    renameSync(part, `${part}.copy`);
    symlinkSync(`${part}.copy`, part);
  },
  'a folder of parts that is a link to itself': inPlace(join(damaged, 'counters'), () =>
    symlinkSync('counters', join(damaged, 'counters')),
  ),
  'a folder of parts that is elsewhere': inPlace(join(damaged, 'counters'), () =>
    symlinkSync(join(whole, 'counters'), join(damaged, 'counters')),
  ),
  'a manifest of 1 GB': () => truncateSync(manifest, 2 ** 30),
  'an empty manifest': () => truncateSync(manifest, 0),
  'a manifest of brackets': () => writeFileSync(manifest, '['.repeat(1_000_000)),
  'a manifest of other bytes': () => writeFileSync(manifest, Buffer.alloc(1000, 0xff)),
  'a part of no bytes': () => truncateSync(part, 0),
  'a part of 1 GB': () => truncateSync(part, 2 ** 30),
  'a part listed twice': () => relist((parts) => parts.push(parts[0])),
  'a part listed by two names': () =>
    relist((parts) => parts.push({ ...parts[0], path: `counters/../${parts[0].path}` })),
  'a part listed 100,000 times': () =>
    relist((parts) => {
      for (let turn = 0; turn < 100_000; turn++) parts.push(parts[0]);
    }),
  '20,000 parts that are not there': () =>
    relist((parts) => {
      for (let turn = 0; turn < 20_000; turn++) parts.push({ ...parts[0], path: `counters/${turn}` });
    }),
  'a part of more bytes than there are': () => relist(([first]) => Object.assign(first, { bytes: 1e15 })),
  'an absolute path': named('/etc/passwd'),
  'a path that leads out': named('../whole.weft/counters/part-000000.parquet'),
  'a path that leads in and out': named('counters/../../whole.weft/counters/part-000000.parquet'),
  'a path with an encoded zero': named('counters/part-000000.parquet%00'),
  'a path with a zero': named('counters/part-000000.parquet\0'),
  'a path of wildcards': named('counters/*.parquet'),
  'a path for a terminal': named('counters/\u001b[2J'),
  'a path of the network': named('https://example.org/x.parquet'),
  'a path of 100,000 letters': named('x'.repeat(100_000)),
  'no path': named(''),
  'its own folder': named('.'),
};

it.each(Object.keys(DAMAGES))('a dataset with %s is refused at once', { timeout: 20_000 }, async (name) => {
  rmSync(damaged, { recursive: true, force: true });
  cpSync(whole, damaged, { recursive: true });
  DAMAGES[name]();
  const opened = openDataset(damaged, { threads: 1, memory: 64e6 });
  await expect(opened).rejects.toBeInstanceOf(WeftError);
});
