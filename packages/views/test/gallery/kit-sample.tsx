import { computed, signal } from '@preact/signals';
import {
  categoryColour,
  colourMap,
  colourMapNames,
  createRaster,
  divergingScale,
  extent,
  linearScale,
  logScale,
  paintHeatMap,
  type RenderTarget,
  themeColours,
} from '@weft/draw';
import { createRandom } from '@weft/model';
import { Canvas } from '../../src/kit/canvas.tsx';
import { Legend } from '../../src/kit/legend.tsx';
import { ViewRoot } from '../../src/kit/view-root.tsx';
import type { Workspace } from '../../src/workspace.ts';

const SIDE = 400;
const random = createRandom('heat');
const values = Float64Array.from({ length: SIDE * SIDE }, (_, cell) => {
  const wave = Math.sin((cell % SIDE) / 40) * Math.cos(Math.floor(cell / SIDE) / 60);
  return 1e12 * (1.2 + wave) * (0.7 + 0.6 * random.next());
});
const full = extent(values);
const range = signal<readonly [number, number]>(full);
const raster = createRaster(SIDE, SIDE);

/** A heat map with its legends in every colour map. */
export function KitSample({
  workspace,
  width,
  height,
}: {
  readonly workspace: Workspace;
  readonly width: number;
  readonly height: number;
}) {
  const model = (name: string, index: number) =>
    computed(() => {
      const map = colourMap(name, workspace.theme.value);
      const scale =
        map.kind === 'diverging'
          ? divergingScale(range.value, 1e12)
          : index === 1
            ? logScale(range.value)
            : linearScale(range.value);
      return { map, scale, unit: 'B', title: name, colours: themeColours(workspace.theme.value), full };
    });
  const models = colourMapNames.map(model);
  const draw = (target: RenderTarget) => {
    const { map, scale } = (models[0] as ReturnType<typeof model>).value;
    target.raster(paintHeatMap(values, { map, scale }, raster), 8, 8, 320, 320);
    for (let i = 0; i < 24; i++) target.rect(8 + i * 14, 336, 12, 12, { fill: categoryColour(i) });
  };
  const onRange = (next: readonly [number, number] | null) => {
    range.value = next ?? full;
  };
  return (
    <ViewRoot workspace={workspace} width={width} height={height}>
      <Canvas width={width - 120} height={360} draw={draw} label="Heat map" />
      <div class="gallery-legends">
        {models.map((legend, index) => (
          <Legend
            key={colourMapNames[index]}
            model={legend}
            orientation="horizontal"
            length={180}
            onRange={onRange}
          />
        ))}
        <Legend
          model={models[0] as ReturnType<typeof model>}
          orientation="vertical"
          length={120}
          onRange={onRange}
        />
      </div>
    </ViewRoot>
  );
}
