import type { CommgramModel } from '@weft/analysis';
import type { Manifest } from '@weft/model';
import { Choice, toolbarClass } from '../../kit/view-root.tsx';
import { type Change, Slider } from './controls.tsx';
import { MoreSettings } from './more-settings.tsx';
import type { CommgramData } from './needs.ts';
import { areSeveral } from './network-band.ts';
import type { CommgramSettings } from './settings.ts';

interface CommgramToolbarProps {
  readonly model: CommgramModel;
  readonly settings: CommgramSettings;
  readonly phases: number;
  readonly communities: number;
  readonly calls: NonNullable<CommgramData['calls']>['calls'] | null;
  readonly manifest: Manifest;
  readonly status: string;
  readonly change: Change;
  /** Height of the bar. */
  readonly bar: number;
  /** Pixels below the bar. */
  readonly room: number;
}

export function CommgramToolbar(props: CommgramToolbarProps) {
  const { model, settings, phases, communities, calls, manifest, status, change } = props;
  return (
    <div
      class={`${toolbarClass(props.bar)} commgram-bar`}
      style={{ height: `${props.bar}px`, '--commgram-room': `${props.room - 40}px` }}
    >
      <Choice
        label="What is drawn"
        options={[
          ['curve', 'Curve'],
          ['ribbons', 'Ribbons'],
          ['both', 'Both'],
        ]}
        value={settings.parts}
        onChange={(parts) => change({ parts })}
      />
      <Slider
        label="Phases"
        value={Math.min(phases, Math.max(1, model.messages))}
        least={1}
        most={Math.max(1, model.tree.leaves)}
        typedMost={Math.max(1, Math.min(4096, model.messages))}
        onChange={(next) => change({ phases: next, zoom: '', ends: '', span: '' })}
      />
      <Slider
        label="Communities"
        value={communities}
        least={1}
        most={Math.max(1, Math.min(model.ranks, 256))}
        typedMost={Math.max(1, model.ranks)}
        onChange={(next) => change({ communities: next })}
      />
      <MoreSettings
        settings={settings}
        change={change}
        calls={calls}
        logical={model.timeModel === 'logical'}
        hasCollectives={(manifest.tables.collectives?.rows ?? 0) > 0}
        hasNetwork={manifest.metrics.length > 0 || areSeveral(model.hosts) || areSeveral(model.sockets)}
      />
      <span class="kit-status kit-push" role="status" title={status}>
        {status}
      </span>
    </div>
  );
}
