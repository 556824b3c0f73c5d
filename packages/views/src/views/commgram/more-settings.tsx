import { colourMapTitle } from '@weft/draw';
import { formatQuantity, textAt } from '@weft/model';
import type { ComponentChildren } from 'preact';
import { Choice, Toggle } from '../../kit/view-root.tsx';
import { type Change, Slider } from './controls.tsx';
import { MAIN_SHARE } from './main-flows.ts';
import type { CallFrames } from './needs.ts';
import { type CommgramSettings, callList, ribbonMaps } from './settings.ts';

interface MoreSettingsProps {
  readonly settings: CommgramSettings;
  readonly change: Change;
  readonly calls: CallFrames['calls'] | null;
  /** Are phases built from logical time? */
  readonly logical: boolean;
  readonly hasCollectives: boolean;
  readonly hasNetwork: boolean;
}

/** What is set once and left alone. */
export function MoreSettings({
  settings,
  change,
  calls,
  logical,
  hasCollectives,
  hasNetwork,
}: MoreSettingsProps) {
  return (
    <details class="commgram-more">
      <summary class="kit-button">Settings</summary>
      <div class="commgram-sheet">
        <ShapeSettings settings={settings} change={change} />
        <PhaseSettings settings={settings} change={change} logical={logical} />
        <ContentSettings {...{ settings, change, hasCollectives, hasNetwork }} />
        {calls && <CallFilter settings={settings} change={change} calls={calls} />}
      </div>
    </details>
  );
}

/** How ribbons look. */
function ShapeSettings({ settings, change }: Pick<MoreSettingsProps, 'settings' | 'change'>) {
  return (
    <>
      <Slider
        label="Relative height"
        value={settings.lift}
        least={0}
        most={0.9}
        step={0.05}
        onChange={(lift) => change({ lift })}
      />
      <Slider
        label="Waviness"
        value={settings.waviness}
        least={0}
        most={1}
        step={0.05}
        onChange={(waviness) => change({ waviness })}
      />
      <Slider
        label="Ribbon width"
        value={settings.scale}
        least={0.1}
        most={8}
        step={0.1}
        onChange={(scale) => change({ scale })}
      />
      <Field label="Colours">
        <select
          class="kit-input"
          aria-label="Colours"
          value={settings.map}
          onChange={(event) => change({ map: ribbonMaps[event.currentTarget.selectedIndex] })}
        >
          {ribbonMaps.map((name) => (
            <option key={name} value={name}>
              {name === 'page' ? 'as in the top bar' : colourMapTitle(name)}
            </option>
          ))}
        </select>
      </Field>
    </>
  );
}

/** What phases, curve and communities are made from. */
function PhaseSettings({
  settings,
  change,
  logical,
}: Pick<MoreSettingsProps, 'settings' | 'change' | 'logical'>) {
  return (
    <>
      <Field label="Curve from">
        <Choice
          label="Curve from"
          options={[
            ['signed', 'communities'],
            ['cumulative', 'added up'],
            ['patterns', 'traffic'],
          ]}
          value={settings.curve}
          onChange={(curve) => change({ curve })}
        />
      </Field>
      <Field label="Phases by">
        <Choice
          label="Phases by"
          options={[
            ['auto', 'auto'],
            ['physical', 'clock'],
            ['logical', 'logical time'],
          ]}
          value={settings.clock}
          onChange={(clock) => change({ clock })}
        />
      </Field>
      {logical && !settings.collectives && (
        <Field label="Colour by">
          <Choice
            label="Colour by"
            options={[
              ['size', 'size'],
              ['lateness', 'lateness'],
            ]}
            value={settings.colour}
            onChange={(colour) => change({ colour })}
          />
        </Field>
      )}
      <Field label="Communities by">
        <Choice
          label="Communities by"
          options={[
            ['bytes', 'bytes'],
            ['messages', 'messages'],
          ]}
          value={settings.weight}
          onChange={(weight) => change({ weight })}
        />
      </Field>
      <Field label="Clustering">
        <Choice
          label="Clustering"
          options={[
            ['refined', 'refined'],
            ['plain', 'plain CNM'],
          ]}
          value={settings.clustering}
          onChange={(clustering) => change({ clustering })}
        />
      </Field>
    </>
  );
}

/** What is drawn and what is left out. */
function ContentSettings({
  settings,
  change,
  hasCollectives,
  hasNetwork,
}: Omit<MoreSettingsProps, 'calls' | 'logical'>) {
  return (
    <>
      <Toggle
        label={`main flows only: ${100 * MAIN_SHARE} % of the bytes of a phase`}
        value={settings.main}
        onChange={(main) => change({ main })}
      />
      <Toggle
        label="illustrative: rims where ribbons cross, points at receivers"
        value={settings.illustrative}
        onChange={(illustrative) => change({ illustrative })}
      />
      {hasNetwork && (
        <Toggle
          label="bandwidth and contention of the network"
          value={settings.network}
          onChange={(network) => change({ network })}
        />
      )}
      {hasCollectives && (
        <Toggle
          label="draw collective calls, too"
          value={settings.collectives}
          onChange={(collectives) => change({ collectives })}
        />
      )}
    </>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="commgram-field">
      <span>{label}</span>
      {children}
    </div>
  );
}

/** Every call that communicates, each to be left out. */
function CallFilter({
  settings,
  change,
  calls,
}: {
  readonly settings: CommgramSettings;
  readonly change: Change;
  readonly calls: CallFrames['calls'];
}) {
  const chosen = callList(settings);
  const { call, collective, count } = calls.columns;
  const names = Array.from({ length: calls.rows }, (_, row) => textAt(call, row) ?? '');
  const offered = names.filter((_, row) => settings.collectives || collective[row] === 0);
  if (offered.length === 0) return null;
  const toggle = (name: string, on: boolean): void => {
    const next = (chosen.length > 0 ? chosen : offered).filter((other) => other !== name);
    if (on) next.push(name);
    change({ calls: next.length === offered.length ? '' : next.join(' ') });
  };
  return (
    <fieldset class="commgram-calls">
      <legend>Calls</legend>
      {names.map((name, row) =>
        offered.includes(name) ? (
          <Toggle
            key={name}
            label={`${name} (${formatQuantity(count[row], 'count')})`}
            value={chosen.length === 0 || chosen.includes(name)}
            onChange={(on) => toggle(name, on)}
          />
        ) : null,
      )}
    </fieldset>
  );
}
