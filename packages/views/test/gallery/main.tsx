import { render } from 'preact';
import { drawsPending } from '../../src/kit/draw-scheduler.ts';
import { views } from '../../src/registry.ts';
import type { ViewExporter } from '../../src/view.ts';
import { createWorkspace } from './create-workspace.ts';
import { generateFabric } from './generate-fabric.ts';
import { KitSample } from './kit-sample.tsx';
import './gallery.css';

/** All views with generated data, to look at and to measure; not part of the product. */
const params = new URLSearchParams(location.search);
const theme = params.get('theme') === 'dark' ? 'dark' : 'light';
const data = generateFabric(Number(params.get('jobs') ?? 400), Number(params.get('steps') ?? 1440));
const { workspace, selection } = createWorkspace(data.cube, data.network, data.manifest, theme);
const exporters: Record<string, ViewExporter> = {};
document.documentElement.dataset.theme = theme;

/** As the page arranges them for a fabric; the middle shows parts of the kit. */
const boxes: Record<string, readonly [left: number, top: number, width: number, height: number]> = {
  'time-chart': [0, 0, 1, 0.17],
  jobs: [0, 0.17, 0.21, 0.83],
  histogram: [0.75, 0.17, 0.25, 0.415],
  summary: [0.75, 0.585, 0.25, 0.415],
};

const shown = await Promise.all(
  views
    .filter(({ id }) => id in boxes)
    .map(async (view) => ({ id: view.id, Component: (await view.load()).Component })),
);

function Gallery() {
  const middle = { left: `${innerWidth * 0.21}px`, top: `${innerHeight * 0.17}px` };
  return (
    <>
      <div class="gallery-panel" style={middle}>
        <KitSample
          workspace={workspace}
          width={Math.floor(innerWidth * 0.54) - 1}
          height={Math.floor(innerHeight * 0.83)}
        />
      </div>
      {shown.map(({ id, Component }) => {
        const [left, top, width, height] = boxes[id];
        const size = {
          width: Math.floor(innerWidth * width) - 1,
          height: Math.floor(innerHeight * height) - 1,
        };
        const place = { left: `${innerWidth * left}px`, top: `${innerHeight * top}px` };
        exporters[id] ??= {};
        return (
          <div class="gallery-panel" id={id} key={id} style={place}>
            <Component
              data={data}
              dataset={{ id: 'gallery', manifest: data.manifest }}
              workspace={workspace}
              options={{}}
              setOptions={() => undefined}
              exporter={exporters[id]}
              {...size}
            />
          </div>
        );
      })}
    </>
  );
}

render(<Gallery />, document.getElementById('page') as HTMLElement);
Object.assign(window, { gallery: { workspace, selection, exporters, drawsPending } });
