import type { CommgramSettings } from './settings.ts';

export type Change = <K extends keyof CommgramSettings>(change: Pick<CommgramSettings, K>) => void;

/** A slider with its number, which can be typed. */
export function Slider(props: {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step?: number;
  /** What may be typed beyond the end of the slider. */
  readonly typedMost?: number;
  onChange(value: number): void;
}) {
  const { label, value, least, most, step = 1, typedMost = most, onChange } = props;
  const change = (text: string): void => {
    const next = Number(text);
    if (text !== '' && next >= least) onChange(Math.min(next, typedMost));
  };
  return (
    <label class="commgram-slider">
      <span>{label}</span>
      <input
        type="range"
        aria-label={label}
        min={least}
        max={Math.max(most, least)}
        step={step}
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <input
        type="number"
        class="kit-input"
        aria-label={`${label}, number`}
        min={least}
        max={typedMost}
        step={step}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}
