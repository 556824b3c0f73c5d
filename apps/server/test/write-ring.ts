import { batchFromRows, NetworkBuilder, networkTables, tables } from '@weft/model';
import { createDataset } from '@weft/store';

/** A ring of four hosts, two samples of its links, and a few messages. */
export async function writeRing(path: string): Promise<void> {
  const builder = new NetworkBuilder();
  for (let i = 0; i < 4; i++) builder.addVertex({ kind: 'host', name: `n${i}`, coord: [i] });
  for (let i = 0; i < 4; i++)
    builder.addCable({ from: i, to: (i + 1) % 4, direction: '+a', reverseDirection: '-a' });
  const { vertices, links } = networkTables(builder.build());
  const writer = await createDataset(path);
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  const counters = [1, 2].flatMap((step) =>
    Array.from({ length: 8 }, (_, link) => ({
      time: step * 60e9,
      link,
      metric: 'data',
      value: step * 1e12 + link,
    })),
  );
  await writer.write('counters', batchFromRows(tables.counters, counters));
  const message = { job: 0, tag: 1, comm: 0, call: 'MPI_Send', recv_start: 5, recv_end: 9 };
  const messages = Array.from({ length: 6 }, (_, i) => ({
    ...message,
    id: i,
    src: i % 4,
    dst: (i + 1) % 4,
    bytes: 2 ** 40 + i,
    send_start: i,
    send_end: i + 1,
  }));
  await writer.write('messages', batchFromRows(tables.messages, messages));
  await writer.finish({
    title: 'Ring of four',
    interval: 60e9,
    metrics: [{ name: 'data', unit: 'B', doc: '', kind: 'amount' }],
    network: { family: 'torus', params: { sizes: [4] } },
  });
}
