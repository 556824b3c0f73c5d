const HOSTS = 8;
const LEAVES = 4;
const SPINES = 2;
const WIDTH = 320;
const LEVELS = [92, 52, 14] as const;

/** Hosts that send, to whom, over which spine, and when. */
const MESSAGES = [
  [0, 5, 0, 0],
  [3, 6, 1, 0.6],
  [7, 2, 0, 1.1],
  [1, 4, 1, 1.7],
  [6, 1, 0, 2.2],
  [2, 7, 1, 2.8],
  [4, 0, 0, 3.3],
  [5, 3, 1, 3.9],
] as const;

type Point = readonly [number, number];

const hostAt = (host: number): Point => [((host + 0.5) / HOSTS) * WIDTH, LEVELS[0]];
const leafAt = (leaf: number): Point => [((leaf + 0.5) / LEAVES) * WIDTH, LEVELS[1]];
const spineAt = (spine: number): Point => [((spine + 0.5) / SPINES) * WIDTH, LEVELS[2]];
const leafOf = (host: number): number => Math.floor((host * LEAVES) / HOSTS);

const CABLES: readonly (readonly [Point, Point])[] = [
  ...Array.from({ length: HOSTS }, (_, host) => [hostAt(host), leafAt(leafOf(host))] as const),
  ...Array.from(
    { length: LEAVES * SPINES },
    (_, at) => [leafAt(at % LEAVES), spineAt(Math.floor(at / LEAVES))] as const,
  ),
];

/** Messages that cross a small fat tree; they stand still for readers who want no motion. */
export function MovingFabric() {
  return (
    <svg class="moving-fabric" viewBox={`0 0 ${WIDTH} 106`} aria-hidden="true">
      {CABLES.map(([a, b]) => (
        <line key={`${a} ${b}`} x1={a[0]} y1={a[1]} x2={b[0]} y2={b[1]} />
      ))}
      {Array.from({ length: HOSTS }, (_, host) => (
        <rect key={`host ${host}`} x={hostAt(host)[0] - 4} y={hostAt(host)[1] - 4} width={8} height={8} />
      ))}
      {[
        ...Array.from({ length: LEAVES }, (_, at) => leafAt(at)),
        ...Array.from({ length: SPINES }, (_, at) => spineAt(at)),
      ].map(([x, y]) => (
        <rect key={`switch ${x} ${y}`} x={x - 12} y={y - 4} width={24} height={8} rx={2} />
      ))}
      {MESSAGES.map(([from, to, spine, delay]) => (
        <circle
          key={`${from} ${to}`}
          r={3.5}
          style={{
            offsetPath: `path("M${[hostAt(from), leafAt(leafOf(from)), spineAt(spine), leafAt(leafOf(to)), hostAt(to)].join('L')}")`,
            animationDelay: `${delay}s`,
          }}
        />
      ))}
    </svg>
  );
}
