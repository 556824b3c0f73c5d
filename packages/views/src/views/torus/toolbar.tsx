import type { Signal } from '@preact/signals';
import { showsDifference } from '../../kit/shared-extent.ts';
import { Choice, Pick } from '../../kit/view-root.tsx';
import { identityTransform } from '../../kit/zoom-pan.ts';
import type { Workspace } from '../../workspace.ts';
import type { TorusOptions, TorusTab } from './source/torus-options.ts';

const parts: readonly (readonly [TorusTab, string])[] = [
  ['planes', 'Planes'],
  ['statistics', 'Statistics'],
];

/** Narrower bars do without labels. */
const LABELS = 640;

export function Toolbar({
  options,
  workspace,
  width,
}: {
  readonly options: TorusOptions;
  readonly workspace: Workspace;
  readonly width: number;
}) {
  const { tab, mode, signs, figure, scale, zoom } = options;
  const short = width < LABELS;
  return (
    <>
      <Choice label="Part" options={parts} value={tab.value} onChange={set(tab)} />
      {tab.value === 'planes' && (
        <>
          <Choice
            label="Planes"
            options={[
              ['composite', 'Composite'],
              ['detailed', 'Detailed'],
            ]}
            value={mode.value}
            onChange={set(mode)}
          />
          <Choice
            label="Directions"
            options={[
              ['apart', '+ and −'],
              ['together', '± together'],
            ]}
            value={signs.value}
            onChange={set(signs)}
          />
          {!showsDifference(workspace) && (
            <>
              <Pick
                label="Lines show"
                short={short}
                options={[
                  ['mean', 'mean'],
                  ['max', 'largest'],
                ]}
                value={figure.value}
                onChange={set(figure)}
              />
              <Pick
                label="Scale"
                short={short}
                options={[
                  ['linear', 'linear'],
                  ['log', 'log'],
                  ['quantile', 'quantile'],
                  ['diverging', 'diverging'],
                ]}
                value={scale.value}
                onChange={set(scale)}
              />
            </>
          )}
          {zoom.value.k !== 1 && (
            <button type="button" class="kit-button" onClick={() => set(zoom)(identityTransform)}>
              Show all
            </button>
          )}
        </>
      )}
    </>
  );
}

function set<T>(signal: Signal<T>) {
  return (value: T): void => {
    signal.value = value;
  };
}
