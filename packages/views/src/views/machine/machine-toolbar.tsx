import type { Signal } from '@preact/signals';
import type { MetricInfo } from '@weft/model';
import { Choice, Toggle } from '../../kit/view-root.tsx';
import type { Attribute } from './attributes.ts';
import { viewpointNames, viewpoints } from './camera-pose.ts';
import { LayoutControls } from './layout-controls.tsx';
import type { MachinePicture } from './machine-picture.ts';
import { colourMode } from './what-is-shown.ts';

/** Value of the menu for several layouts side by side. */
const COMPARED = 'sideBySide';

/** The options used most: what is drawn, from where, and what colours mean. */
export function MachineToolbar({ picture }: { readonly picture: MachinePicture }) {
  const { options, staging, camera } = picture;
  return (
    <>
      <label class="machine-field">
        <span class="kit-note">Layout</span>
        <select
          class="kit-input"
          aria-label="Representation"
          value={options.sideBySide.value ? COMPARED : staging.layout.value.name}
          onChange={({ currentTarget }) => pickRepresentation(picture, currentTarget.value)}
        >
          {staging.layouts.map(({ name, title }) => (
            <option key={name} value={name}>
              {`${name} – ${title}`}
            </option>
          ))}
          {picture.levels > 0 && <option value={COMPARED}>seven side by side</option>}
        </select>
      </label>
      {!options.sideBySide.value && (
        <Choice
          label="Dimensions"
          options={[
            ['2d', '2-D'],
            ['3d', '3-D'],
          ]}
          value={camera.flat.value ? '2d' : '3d'}
          onChange={(space) => {
            options.space.value = space;
            options.camera.value = null;
          }}
        />
      )}
      <div class="machine-field">
        <span class="kit-note">Colour</span>
        <ColourMenu picture={picture} />
      </div>
      <span class="machine-views">
        {viewpointNames.map((view) => (
          <button type="button" class="kit-button" key={view} onClick={() => picture.camera.goTo(view)}>
            {viewpoints[view].title}
          </button>
        ))}
        <button
          type="button"
          class="kit-button"
          title="Fit (F)"
          onClick={() => {
            options.camera.value = null;
          }}
        >
          Fit
        </button>
      </span>
      <button
        type="button"
        class="kit-button kit-push"
        aria-expanded={options.panel.value}
        onClick={() => {
          options.panel.value = !options.panel.value;
        }}
      >
        Options
      </button>
    </>
  );
}

function pickRepresentation({ options }: MachinePicture, name: string): void {
  options.camera.value = null;
  options.sideBySide.value = name === COMPARED;
  if (name !== COMPARED) options.representation.value = name;
}

function ColourMenu({ picture }: { readonly picture: MachinePicture }) {
  const { options, data, workspace, vertexAttributes } = picture;
  const animated = data.messages || data.cube;
  const mode = colourMode(picture);
  const columns = vertexAttributes.value;
  const plain = mode === 'kind' && !columns.some(({ key }) => key === mode);
  return (
    <select
      class="kit-input"
      aria-label="Colour by"
      value={mode}
      onChange={({ currentTarget }) => {
        options.colour.value = currentTarget.value;
      }}
    >
      {animated && <option value="activity">activity now</option>}
      {animated && <option value="carried">carried so far</option>}
      {data.hops && <option value="queue">queue now</option>}
      {workspace.linkValues.metric.value && (
        <option value="total">{totalTitle(workspace.linkValues.metric.value)}</option>
      )}
      {plain && <option value="kind">one colour</option>}
      {columns.map(({ key, title }) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </select>
  );
}

function totalTitle({ name, kind }: MetricInfo): string {
  return kind === 'gauge' ? `${name} of busiest link` : `${name} through`;
}

/** Everything else, in a panel over the picture. */
export function OptionsPanel({ picture }: { readonly picture: MachinePicture }) {
  const { options, staging, vertexAttributes, linkAttributes, workspace, data } = picture;
  const blocks = staging.scenes.value.some(({ stage }) => stage.blocks);
  const total: readonly (readonly [string, string])[] = workspace.linkValues.metric.value
    ? [['total', `${workspace.linkValues.metric.value.name}`]]
    : [];
  const queue: readonly (readonly [string, string])[] = data.hops ? [['queue', 'queue now']] : [];
  return (
    <section class="machine-options" aria-label="Options of the machine view">
      <Menu
        label="Size by"
        value={options.size}
        items={[['same', 'the same'], ...total, ...queue, ...numbersOf(vertexAttributes.value)]}
      />
      <Menu
        label="Shape by"
        value={options.shape}
        items={vertexAttributes.value.map(({ key, title }) => [key, title] as const)}
      />
      <Menu
        label="Links"
        value={options.links}
        items={[
          ['auto', 'as suits'],
          ['on', 'shown'],
          ['off', 'hidden'],
        ]}
      />
      <Menu
        label="Link colour by"
        value={options.linkColour}
        items={[
          ['plain', 'one colour'],
          ...total,
          ...queue,
          ...linkAttributes.value.map(({ key, title }) => [key, title] as const),
        ]}
      />
      <Menu
        label="Link width by"
        value={options.linkSize}
        items={[['same', 'the same'], ...total, ...queue, ...numbersOf(linkAttributes.value)]}
      />
      <Menu
        label="Hosts"
        value={options.hosts}
        items={[
          ['auto', 'as suits'],
          ['on', 'shown'],
          ['off', 'hidden'],
        ]}
      />
      {data.messages && (
        <Menu
          label="Messages"
          value={options.messages}
          items={[
            ['auto', 'as suits'],
            ['marks', 'moving marks'],
            ['pipes', 'pipes (on blocks)'],
            ['none', 'suppressed'],
          ]}
        />
      )}
      {data.messages && picture.dataset.manifest.metrics.length > 0 && (
        <Menu
          label="Animate"
          value={options.source}
          items={[
            ['auto', 'messages'],
            ['counters', 'counters'],
          ]}
        />
      )}
      <div class="machine-toggles">
        {blocks && <Switch label="Blocks cut into switches" value={options.subdivide} />}
        <Switch label="Ground" value={options.ground} />
        <Switch label="Shadows" value={options.shadows} />
        <Switch label="Stereo, side by side" value={options.stereo} />
        {data.messages && <Switch label="Sound of arrivals" value={options.sound} />}
      </div>
      <LayoutControls picture={picture} />
    </section>
  );
}

function numbersOf(attributes: readonly Attribute[]): (readonly [string, string])[] {
  return attributes.flatMap(({ kind, key, title }) => (kind === 'number' ? [[key, title] as const] : []));
}

function Menu<T extends string>({
  label,
  value,
  items,
}: {
  readonly label: string;
  readonly value: Signal<T>;
  readonly items: readonly (readonly [T, string])[];
}) {
  return (
    <label class="machine-row">
      <span>{label}</span>
      <select
        class="kit-input"
        value={value.value}
        onChange={({ currentTarget }) => {
          const chosen = items.find(([key]) => key === currentTarget.value);
          if (chosen) value.value = chosen[0];
        }}
      >
        {items.map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

function Switch({ label, value }: { readonly label: string; readonly value: Signal<boolean> }) {
  return (
    <Toggle
      label={label}
      value={value.value}
      onChange={(on) => {
        value.value = on;
      }}
    />
  );
}
