import { showsDifference } from '../../kit/shared-extent.ts';
import { ScalePick, ShowAll, setter } from '../../kit/toolbar-parts.tsx';
import { Choice, Pick } from '../../kit/view-root.tsx';
import { choosePlaneMode } from './source/plane-mode.ts';
import type { PlaneMode, TorusTab } from './source/torus-options.ts';
import type { TorusSource } from './source/torus-source.ts';

const parts: readonly (readonly [TorusTab, string])[] = [
  ['planes', 'Planes'],
  ['compact', 'Compact'],
  ['statistics', 'Statistics'],
  ['mapping', 'Mapping'],
];

/** Narrower bars do without labels. */
const LABELS = 640;

export function Toolbar({
  source,
  mode,
  width,
}: {
  readonly source: TorusSource;
  readonly mode: PlaneMode;
  readonly width: number;
}) {
  const { tab, signs, figure, scale, zoom } = source.options;
  const short = width < LABELS;
  return (
    <>
      <Choice label="Part" options={parts} value={tab.value} onChange={setter(tab)} />
      {tab.value === 'planes' && (
        <Choice
          label="Planes"
          options={[
            ['composite', 'Composite'],
            ['detailed', 'Detailed'],
          ]}
          value={mode}
          onChange={(next) => choosePlaneMode(source, next)}
        />
      )}
      {(tab.value === 'planes' || tab.value === 'compact') && (
        <>
          <Choice
            label="Directions"
            options={[
              ['apart', '+ and −'],
              ['together', '± together'],
            ]}
            value={signs.value}
            onChange={setter(signs)}
          />
          {!showsDifference(source.workspace) && (
            <>
              <Pick
                label="Lines show"
                short={short}
                options={[
                  ['mean', 'mean'],
                  ['max', 'largest'],
                ]}
                value={figure.value}
                onChange={setter(figure)}
              />
              <ScalePick scale={scale} short={short} />
            </>
          )}
          {tab.value === 'planes' && <ShowAll zoom={zoom} />}
        </>
      )}
    </>
  );
}
