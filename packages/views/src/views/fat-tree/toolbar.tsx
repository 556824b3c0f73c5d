import type { Signal } from '@preact/signals';
import { showsDifference } from '../../kit/shared-extent.ts';
import { ScalePick, ShowAll, setter } from '../../kit/toolbar-parts.tsx';
import { useDerived } from '../../kit/use-derived.ts';
import { Choice, Pick } from '../../kit/view-root.tsx';
import type { Workspace } from '../../workspace.ts';
import type { MatrixOptions } from './matrix-options.ts';

/** Narrower bars do without labels; still narrower ones have no end of a zoom, which the path above the matrix has, too. */
const LABELS = 720;
const SHOW_ALL = 600;

export function Toolbar({
  options,
  workspace,
  colours,
  several,
  width,
}: {
  readonly options: MatrixOptions;
  readonly workspace: Workspace;
  /** Whether the panel of colours is open. */
  readonly colours: Signal<boolean>;
  /** Whether several jobs are selected. */
  readonly several: boolean;
  readonly width: number;
}) {
  const short = width < LABELS;
  const switchesOf = useDerived(() => workspace.selection.value.switchesOf, [workspace]).value;
  const { scale, maps, switches, zoom } = options;
  return (
    <>
      <Choice
        label="Switches show"
        options={[
          ['traffic', 'Traffic'],
          ['jobs', 'Jobs'],
        ]}
        value={switches.value}
        onChange={setter(switches)}
      />
      {!showsDifference(workspace) && (
        <>
          {' '}
          <Pick
            label="Colour"
            short={short}
            options={[
              ['one', 'one map'],
              ['four', 'by direction'],
            ]}
            value={maps.value}
            onChange={setter(maps)}
          />
          <ScalePick scale={scale} short={short} />
        </>
      )}
      <button
        type="button"
        class="kit-button"
        aria-expanded={colours.value}
        title="Colour maps, range and mid point"
        onClick={() => {
          colours.value = !colours.value;
        }}
      >
        Colours…
      </button>
      {several && (
        <Pick
          label="Switches of"
          short={short}
          options={[
            ['any', 'any job'],
            ['all', 'all jobs'],
          ]}
          value={switchesOf}
          onChange={(value) => workspace.select({ switchesOf: value })}
        />
      )}
      {width >= SHOW_ALL && <ShowAll zoom={zoom} />}
    </>
  );
}
