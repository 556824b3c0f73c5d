import { defineAnalysis } from '@weft/analysis';
import { batchFromRows, formatQuantity, jobs, textAt } from '@weft/model';
import {
  defineView,
  type LoadedView,
  type Needs,
  needAnalysis,
  needCube,
  needNetwork,
  needTable,
  type View,
} from '@weft/views';
import { useRef } from 'preact/hooks';
import { z } from 'zod';

/** A view that is there at once. */
function testView<N extends Needs>(view: Omit<View<N>, 'load'> & LoadedView<N>): View<N> {
  return defineView({ ...view, load: async () => view });
}

/** Plain views that let the tests of the shell see what a view is given and what it may do. */

const timeChart = testView({
  id: 'time-chart',
  title: 'Time',
  help: 'One bar a step: the traffic of all links. Drag to choose a time range. A test view without a paper.',
  refuses: ({ manifest }) => (manifest.metrics.length > 0 ? null : 'There are no counters.'),
  needs: (_dataset, metric) => ({ cube: needCube(metric ?? '') }),
  Component: ({ data: { cube }, workspace, width, height }) => {
    const grip = useRef<number | null>(null);
    const { times, sums, links, steps } = cube;
    const amounts = Array.from({ length: steps }, (_, step) => {
      let amount = 0;
      for (let link = 0; link < links; link++)
        amount += sums[(step + 1) * links + link] - sums[step * links + link];
      return amount;
    });
    const most = Math.max(...amounts);
    const x = (time: number) => ((time - times[0]) / (times[steps] - times[0])) * width;
    const range = (event: PointerEvent): [number, number] => {
      const here = times[0] + (event.offsetX / width) * (times[steps] - times[0]);
      const [from, to] = [grip.current!, here].sort((a, b) => a - b);
      return [
        Math.round(from / 60e9) * 60e9,
        Math.max(Math.round(to / 60e9), Math.round(from / 60e9) + 1) * 60e9,
      ];
    };
    const { time } = workspace.selection.value;
    return (
      <svg
        role="presentation"
        width={width}
        height={height}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          grip.current = times[0] + (event.offsetX / width) * (times[steps] - times[0]);
        }}
        onPointerMove={(event) => {
          if (grip.current !== null) workspace.select({ time: range(event) }, 'live');
        }}
        onPointerUp={(event) => {
          workspace.select({ time: range(event) });
          grip.current = null;
        }}
      >
        {amounts.map((amount, step) => (
          <rect
            key={times[step]}
            x={x(times[step])}
            width={width / steps - 1}
            y={height - (height - 8) * (amount / most)}
            height={(height - 8) * (amount / most)}
            fill="#7c7b78"
          />
        ))}
        {time && (
          <rect x={x(time[0])} width={x(time[1]) - x(time[0])} height={height} fill="var(--accent-wash)" />
        )}
      </svg>
    );
  },
});

const linkList = testView({
  id: 'histogram',
  title: 'Links',
  help: 'The links that carry most. The first number is the total of the range. A test view without a paper.',
  refuses: () => null,
  needs: () => ({ network: needNetwork() }),
  Component: ({ workspace, width, height, exporter, options, setOptions }) => {
    const { totals, visible, unit, metric } = workspace.linkValues;
    const amounts = totals.value;
    exporter.svg = () => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
    exporter.csv = () =>
      `link,total\n${Array.from(amounts ?? [], (value, link) => `${link},${value}`).join('\n')}\n`;
    return (
      <div class="test-links" data-width={width} data-height={height}>
        <p data-field="first">{amounts ? formatQuantity(amounts[0], unit.value) : 'none'}</p>
        <p data-field="metric">{metric.value?.name}</p>
        <p data-field="visible">{visible.value?.reduce((sum, one) => sum + one, 0)}</p>
        <p data-field="option">{String(options.sorted ?? false)}</p>
        <button type="button" onClick={() => setOptions({ sorted: true })}>
          Sort
        </button>
        <button type="button" onClick={() => workspace.select({ classes: ['L1-L2'] })}>
          Only L1-L2
        </button>
      </div>
    );
  },
});

const jobList = testView({
  id: 'jobs',
  title: 'Jobs',
  help: 'Each line is a job. Click one to select it. A test view without a paper.',
  refuses: ({ manifest }) => (manifest.tables.jobs ? null : 'There are no jobs.'),
  needs: () => ({ jobs: needTable('jobs') }),
  Component: ({ data: { jobs }, workspace }) => (
    <ul>
      {Array.from(jobs.columns.id, (id) => (
        <li key={id}>
          <button type="button" onClick={() => workspace.select({ jobs: [id] })}>
            {textAt(jobs.columns.name, id)}
          </button>
        </li>
      ))}
    </ul>
  ),
});

const broken = testView({
  id: 'broken',
  title: 'Broken',
  help: 'It always throws.',
  refuses: () => null,
  needs: () => ({}),
  Component: () => {
    throw new Error('this view cannot draw');
  },
});

/** What the fake server answers under this name: a table of jobs. */
const jobsAnalysis = (name: string) =>
  defineAnalysis({
    name,
    title: name,
    doc: 'It does as the test tells.',
    params: z.object({}),
    result: { jobs },
    needs: () => ({}),
    run: () => ({ jobs: batchFromRows(jobs, []) }),
  });

const boomAnalysis = jobsAnalysis('boom');
const slowAnalysis = jobsAnalysis('slow');

const failing = testView({
  id: 'failing',
  title: 'Failing',
  help: 'Its analysis fails.',
  refuses: () => null,
  needs: () => ({ result: needAnalysis(boomAnalysis, {}) }),
  Component: ({ data: { result } }) => <p data-field="rows">{result.jobs.rows}</p>,
});

const slow = testView({
  id: 'slow',
  title: 'Slow',
  help: 'Its analysis takes seconds.',
  refuses: () => null,
  needs: () => ({ result: needAnalysis(slowAnalysis, {}) }),
  Component: () => <p>done</p>,
});

let loads = 0;
const late = defineView({
  id: 'late',
  title: 'Late',
  help: 'The server has it only when it is asked for a second time.',
  refuses: () => null,
  load: async () => {
    loads++;
    if (loads === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return { needs: () => ({}), Component: () => <p>here at last</p> };
  },
});

const torus = testView({
  id: 'torus',
  title: 'Torus',
  help: 'Planes of a torus.',
  refuses: () => 'This network is no torus: open a study of one.',
  needs: () => ({}),
  Component: () => null,
});

const confused = testView({
  id: 'confused',
  title: 'Confused',
  help: 'It cannot even say whether it fits.',
  refuses: () => {
    throw new Error('no idea');
  },
  needs: () => ({}),
  Component: () => null,
});

// biome-ignore lint/suspicious/noExplicitAny: each view has its own needs
export const testViews: readonly View<any>[] = [
  timeChart,
  linkList,
  jobList,
  broken,
  failing,
  slow,
  late,
  torus,
  confused,
];
