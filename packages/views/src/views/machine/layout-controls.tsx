import type { Signal } from '@preact/signals';
import type { LayoutParameter, NumberParameter, TextParameter } from '@weft/layout';
import { CollisionReport } from './collision-report.tsx';
import { settingsOf } from './machine-options.ts';
import type { MachinePicture } from './machine-picture.ts';

/** A control for each parameter of the layout, and the collisions of a pair the reader enters. */
export function LayoutControls({ picture }: { readonly picture: MachinePicture }) {
  const { staging, options, levels } = picture;
  const layout = staging.layout.value;
  const { pair, parameters } = layout;
  return (
    <>
      {Object.entries(parameters).map(([key, parameter]) => (
        <ParameterControl key={key} parameter={parameter} value={options.layoutSettings[key]} />
      ))}
      {pair && (
        <CollisionReport
          enteredPair={() => pair(settingsOf(layout, options.layoutSettings))}
          levels={Math.max(1, levels)}
        />
      )}
    </>
  );
}

interface ControlProps<P extends LayoutParameter> {
  readonly parameter: P;
  readonly value: Signal<string | number>;
}

function ParameterControl({ parameter, value }: ControlProps<LayoutParameter>) {
  return parameter.kind === 'number' ? (
    <Slider parameter={parameter} value={value} />
  ) : (
    <TextField parameter={parameter} value={value} />
  );
}

function Slider({ parameter, value }: ControlProps<NumberParameter>) {
  const { title, label, minimum, maximum, step } = parameter;
  return (
    <label class="machine-row">
      <span>{title}</span>
      <input
        type="range"
        min={minimum}
        max={maximum}
        step={step}
        aria-label={label}
        value={value.value}
        onInput={({ currentTarget }) => {
          value.value = Number(currentTarget.value);
        }}
      />
      <output>{Number(value.value).toFixed(2)}</output>
    </label>
  );
}

function TextField({ parameter: { title, label }, value }: ControlProps<TextParameter>) {
  return (
    <label class="machine-row">
      <span>{title}</span>
      <input
        class="kit-input"
        spellcheck={false}
        aria-label={label}
        value={value.value}
        onChange={({ currentTarget }) => {
          value.value = currentTarget.value;
        }}
      />
    </label>
  );
}
