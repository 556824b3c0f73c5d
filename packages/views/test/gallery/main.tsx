import { render } from 'preact';
import { drawsPending } from '../../src/kit/frame-scheduler.ts';
import { views } from '../../src/registry.ts';
import type { ViewExporter } from '../../src/view.ts';
import { createWorkspace } from './create-workspace.ts';
import { generateFabric } from './generate-fabric.ts';
import './gallery.css';

/** All views with generated data, to look at and to measure; not part of the product. */
const params = new URLSearchParams(location.search);
const theme = params.get('theme') === 'dark' ? 'dark' : 'light';
const data = generateFabric(Number(params.get('jobs') ?? 400), Number(params.get('steps') ?? 1440));
const { workspace, selection } = createWorkspace(data.cube, data.network, data.manifest, theme);
const exporters: Record<string, ViewExporter> = {};
document.documentElement.dataset.theme = theme;

const boxes: Record<string, readonly [left: number, top: number, width: number, height: number]> = {
  'time-chart': [0, 0, 1, 0.2],
  jobs: [0, 0.2, 0.21, 0.8],
  histogram: [0.21, 0.2, 0.45, 0.8],
  summary: [0.66, 0.2, 0.34, 0.8],
};

function Gallery() {
  return (
    <>
      {views.map((view) => {
        const [left, top, width, height] = boxes[view.id] as readonly [number, number, number, number];
        const size = {
          width: Math.floor(innerWidth * width) - 1,
          height: Math.floor(innerHeight * height) - 1,
        };
        const place = { left: `${innerWidth * left}px`, top: `${innerHeight * top}px` };
        exporters[view.id] ??= {};
        return (
          <div class="gallery-panel" id={view.id} key={view.id} style={place}>
            <view.Component
              data={data}
              dataset={{ id: 'gallery', manifest: data.manifest }}
              workspace={workspace}
              options={{}}
              setOptions={() => undefined}
              exporter={exporters[view.id] as ViewExporter}
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
