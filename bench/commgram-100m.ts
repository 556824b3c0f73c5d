/**
 * 100 million messages of 4096 ranks from source to CommGram, as when they are read from disk: batch by
 * batch, once for each pass. Prints seconds and the most memory the process had.
 */
import { pathToFileURL } from 'node:url';
import { buildCommgramModel, createCommgramSession, type MessageBatch } from '@weft/analysis';
import { createRandom } from '@weft/model';

const MESSAGES = 100_000_000;
const RANKS = 4096;
const ROWS = 1 << 16;
const PHASES = 27;

export async function run(): Promise<void> {
  const start = performance.now();
  const model = await buildCommgramModel(source, { rule: 'unweighted', atoms: PHASES });
  const built = performance.now();
  const { phases, patterns } = createCommgramSession(model).cut({ phases: PHASES, communities: 18 });
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  console.log(`model of ${model.messages} messages (exact: ${model.exact}): ${seconds(start, built)} s`);
  console.log(
    `cut into ${phases.length} phases, period ${patterns.period}: ${seconds(built, performance.now())} s`,
  );
  const peak = process.resourceUsage().maxRSS / 1024 / 1024;
  console.log(`most memory: ${peak.toFixed(2)} GiB (bar: 4)`);
}

/** Eight kinds of neighbour exchange and one of partner exchange, again and again; almost in time order. */
function* source(): Generator<MessageBatch> {
  const random = createRandom('large');
  const perPhase = MESSAGES / PHASES;
  for (let from = 0; from < MESSAGES; from += ROWS) {
    const rows = Math.min(ROWS, MESSAGES - from);
    const src = new Int32Array(rows);
    const dst = new Int32Array(rows);
    const bytes = new Float64Array(rows);
    const sent = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      const phase = Math.floor((from + row) / perPhase);
      const rank = (from + row) % RANKS;
      const kind = random.below(13);
      src[row] = rank;
      dst[row] = phase % 9 < 8 ? (rank + kind + 1) % RANKS : rank ^ (1 << (kind % 12));
      bytes[row] = 1024 << kind;
      sent[row] = phase * 1e9 + random.below(5e8);
    }
    yield {
      rows,
      src,
      dst,
      bytes,
      count: new Float64Array(rows).fill(1),
      sent,
      received: sent.map((at) => at + 2000),
    };
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run();
