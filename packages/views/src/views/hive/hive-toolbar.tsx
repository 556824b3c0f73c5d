import { type MeasureName, measures } from '@weft/analysis';
import type { DatasetOffer, Settled } from '../../data-request.ts';
import { Choice, Pick, Toggle } from '../../kit/view-root.tsx';
import { hiveColours, hiveCutNames, hiveModes, hiveParts, printCuts, printOrder } from './hive-settings.ts';
import type { HiveScene } from './use-hive-scene.ts';

const partTitles = { all: 'All', panel: 'Panel', plot: 'Plot', ccdf: 'CCDF', identity: 'Identify' } as const;
const modeTitles = { even: 'evenly', linear: 'by value', repelled: 'apart' } as const;
const colourTitles = { none: 'nothing', bytes: 'bytes', calls: 'calls' } as const;
const cutTitles = {
  quarters: '25 and 75 % of all ranks',
  thirds: '33 and 67 % of all ranks',
  tenths: '10 and 90 % of all ranks',
  range: 'thirds of the range',
} as const;

interface ToolbarProps {
  readonly scene: HiveScene;
  readonly offers: Settled<readonly DatasetOffer[]>;
}

export function HiveToolbar({ scene, offers }: ToolbarProps) {
  const { settings, columns, actions, row } = scene;
  return (
    <>
      <RunMenu scene={scene} offers={offers} />
      <Choice
        label="Parts shown"
        options={hiveParts.map((part) => [part, partTitles[part]] as const)}
        value={settings.part}
        onChange={(part) => actions.change({ part })}
      />
      <Pick
        label="Measure"
        options={measures.map(({ name, title }) => [name, title] as const)}
        value={row.measure.name}
        onChange={(measure) => actions.change({ measure })}
      />
      <Pick
        label="Colour"
        options={hiveColours.map((colour) => [colour, colourTitles[colour]] as const)}
        value={settings.colour}
        onChange={(colour) => actions.change({ colour })}
      />
      <Pick
        label="Order"
        options={[
          ['chosen', 'as chosen'],
          ['name', 'by name'],
          ...columns.map(({ id, name }) => [`near ${id}`, `like ${name}`] as const),
        ]}
        value={printOrder(settings.order)}
        onChange={(order) => actions.change({ order })}
      />
      <RuleMenu scene={scene} />
    </>
  );
}

/** The datasets and studies of the server, each to be shown beside the open one. */
function RunMenu({ scene, offers }: ToolbarProps) {
  const { settings, open, actions } = scene;
  const toggle = (id: string, on: boolean): void => {
    const others = settings.runs.filter((run) => run !== id);
    actions.change({ runs: [...others, ...(on ? [id] : [])].join(' ') });
  };
  return (
    <details class="hive-menu">
      <summary class="kit-button">{`Runs: ${scene.columns.length}`}</summary>
      <div class="hive-sheet">
        <b>Runs beside the open one</b>
        {offers.status === 'loading' && <span class="kit-note">loading</span>}
        {offers.status === 'failed' && <span class="kit-note">{offers.error.message}</span>}
        {offers.status === 'ready' && offers.data.length < 2 && (
          <span class="kit-note">The server has no other: serve several datasets to compare them.</span>
        )}
        {offers.status === 'ready' &&
          offers.data
            .filter(({ id, hasMessages }) => id !== open && hasMessages !== false)
            .map(({ id, title, hasMessages }) => (
              <Toggle
                key={id}
                label={`${nameOf(offers.data, id, title)}${hasMessages === null ? ' (is generated first)' : ''}`}
                hint={id}
                value={settings.runs.includes(id)}
                onChange={(on) => toggle(id, on)}
              />
            ))}
      </div>
    </details>
  );
}

/** Its title, with the name of its dataset where another has the same. */
function nameOf(offers: readonly DatasetOffer[], id: string, title: string): string {
  return offers.some((other) => other.id !== id && other.title === title) ? `${title} (${id})` : title;
}

/** The rules of all plots. */
function RuleMenu({ scene }: { readonly scene: HiveScene }) {
  const { settings, actions } = scene;
  const { change } = actions;
  return (
    <details class="hive-menu">
      <summary class="kit-button">Rules</summary>
      <div class="hive-sheet hive-sheet-right">
        <fieldset class="hive-rows">
          <legend>Rows</legend>
          {measures.map(({ name, title }) => (
            <Toggle
              key={name}
              label={title}
              value={settings.measures.includes(name)}
              onChange={(on) => change({ measures: withRow(settings.measures, name, on) })}
            />
          ))}
        </fieldset>
        <Pick
          label="Axes are cut at"
          options={hiveCutNames.map((cuts) => [cuts, cutTitles[cuts]] as const)}
          value={settings.cuts}
          onChange={(cuts) => change({ cuts })}
        />
        <OwnCuts scene={scene} />
        <Pick
          label="A rank's axis follows from"
          options={[
            ['same', 'the measure of the row'],
            ['roles', 'whether it sends and receives'],
            ...measures.map(({ name, title }) => [name, title] as const),
          ]}
          value={settings.axisBy}
          onChange={(axisBy) => change({ axisBy })}
        />
        <Pick
          label="Ranks along an axis"
          options={hiveModes.map((mode) => [mode, modeTitles[mode]] as const)}
          value={settings.mode}
          onChange={(mode) => change({ mode })}
        />
        <Toggle
          label="log scales where they spread values better"
          value={settings.scale === 'auto'}
          onChange={(on) => change({ scale: on ? 'auto' : 'linear' })}
        />
        <Toggle
          label="axes as long as the values they span"
          value={settings.lengths === 'true'}
          onChange={(on) => change({ lengths: on ? 'true' : 'alike' })}
        />
        <Toggle
          label="collective calls as messages"
          value={settings.collectives}
          onChange={(collectives) => change({ collectives })}
        />
        <Toggle
          label="betweenness along the direction of messages"
          value={settings.directed}
          onChange={(directed) => change({ directed })}
        />
      </div>
    </details>
  );
}

/** At least one row stays. */
function withRow(shown: readonly MeasureName[], name: MeasureName, on: boolean): string {
  const next = on ? [...shown, name] : shown.filter((one) => one !== name);
  return (next.length > 0 ? next : shown).join(' ');
}

/** Cuts of the measure of the large plot, set by hand. */
function OwnCuts({ scene }: { readonly scene: HiveScene }) {
  const { settings, row, actions } = scene;
  const { name, title } = row.measure;
  const { low, high } = row.rules.cuts;
  const set = (next: readonly [number, number] | null): void => {
    const cuts = new Map(settings.cutAt);
    if (next?.every(Number.isFinite)) cuts.set(name, next);
    else cuts.delete(name);
    actions.change({ cutAt: printCuts(cuts) });
  };
  const field = (label: string, value: number, change: (value: number) => void) => (
    <input
      class="kit-input"
      type="number"
      step="any"
      aria-label={label}
      value={Number(value.toPrecision(6))}
      onChange={({ currentTarget }) => change(currentTarget.valueAsNumber)}
    />
  );
  return (
    <div class="hive-cuts">
      <span>{`${title}: low up to`}</span>
      {field(`${title}: low up to`, low, (value) => set([value, Math.max(value, high)]))}
      <span>middle up to</span>
      {field(`${title}: middle up to`, high, (value) => set([Math.min(low, value), value]))}
      {settings.cutAt.has(name) && (
        <button type="button" class="kit-button" onClick={() => set(null)}>
          as above
        </button>
      )}
    </div>
  );
}
