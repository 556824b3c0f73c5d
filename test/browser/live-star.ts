import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Batch, constantText, NetworkBuilder, networkTables, type Tables } from '@weft/model';
import { appendToDataset, createDataset, type DatasetAppender } from '@weft/store';
import { afterAll } from 'vitest';
import { servePages } from './serve-pages.ts';

const SECOND = 1e9;

/** Hosts on one switch, served while samples of one second come in: each link sends its number in bytes. */
export function serveLiveStar(hosts: number) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-live-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const links = 2 * hosts;
  let appender: DatasetAppender;
  let taken = 0;
  const pages = servePages(async () => {
    const path = join(folder, 'star.weft');
    await writeStar(path, hosts);
    appender = await appendToDataset(path);
    return [path];
  });
  const samplesAt = (seconds: number, first: number): Batch<Tables['counters']> => {
    const rows = seconds * links;
    return {
      rows,
      columns: {
        time: Float64Array.from({ length: rows }, (_, row) => (first + Math.floor(row / links)) * SECOND),
        link: Int32Array.from({ length: rows }, (_, row) => row % links),
        metric: constantText('data_sent', rows),
        value: Float64Array.from({ length: rows }, (_, row) => row % links),
      },
    };
  };

  return {
    pages,
    /** Bytes of all links in one second. */
    perSample: (links * (links - 1)) / 2,
    /** Takes so many samples, `together` at a time, as a page sees them that has not looked for a while. */
    async sample(count = 1, together = 1): Promise<void> {
      for (let n = 0; n < count; n += together) {
        const samples = samplesAt(together, taken + 1);
        taken += together;
        await appender.append([samples], {
          timeRange: [0, taken * SECOND],
          interval: SECOND,
          metrics: [{ name: 'data_sent', unit: 'B', doc: '', kind: 'amount' }],
        });
      }
    },
  };
}

async function writeStar(path: string, hosts: number): Promise<void> {
  const builder = new NetworkBuilder();
  const top = builder.addVertex({ kind: 'switch', name: 'top', level: 1 });
  for (let port = 1; port <= hosts; port++) {
    const host = builder.addVertex({ kind: 'host', name: `node${port}`, level: 0 });
    builder.addCable({ from: host, to: top, fromPort: 1, toPort: port });
  }
  const { vertices, links } = networkTables(builder.build());
  const writer = await createDataset(path);
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  await writer.finish({
    title: 'A star',
    origin: '0',
    network: { family: 'star', params: { hosts } },
    provenance: [{ kind: 'import', facts: {} }],
  });
}
