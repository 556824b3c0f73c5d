import { releaseMemory } from '@weft/store';

const MIB = 2 ** 20;
const rss = () => process.memoryUsage.rss() / MIB;

/** Fills memory with small pieces and keeps every fortieth, so that nothing goes back by itself. */
function fillAndDrop(): Uint8Array[] {
  const pieces = Array.from({ length: 4000 }, () => new Uint8Array(60_000).fill(1));
  return pieces.filter((_, piece) => piece % 40 === 0);
}

await releaseMemory();
const kept = fillAndDrop();
globalThis.gc?.();
await new Promise((resolve) => setTimeout(resolve, 200));
const before = rss();
await releaseMemory();
console.log(JSON.stringify({ kept: kept.length, given: Math.round(before - rss()) }));
