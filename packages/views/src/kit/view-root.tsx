import { themeVariables } from '@weft/draw';
import type { ComponentChildren } from 'preact';
import type { Workspace } from '../workspace.ts';
import './kit.css';

export const TOOLBAR_HEIGHT = 32;
const MOST_ROWS = 3;

/** Height of a bar whose options need so many pixels beside each other: a narrow panel has them in rows. */
export function toolbarHeight(width: number, options: number): number {
  return TOOLBAR_HEIGHT * Math.min(MOST_ROWS, Math.max(1, Math.ceil(options / Math.max(1, width))));
}

/** Of a bar of this height. */
export function toolbarClass(height: number): string {
  return height > TOOLBAR_HEIGHT ? 'kit-toolbar kit-toolbar-rows' : 'kit-toolbar';
}

/** The body of a view: a thin bar of options above its picture, in the colours of the theme. */
export function ViewRoot({
  workspace,
  width,
  height,
  toolbar,
  bar = TOOLBAR_HEIGHT,
  over = false,
  children,
}: {
  readonly workspace: Workspace;
  readonly width: number;
  readonly height: number;
  readonly toolbar?: ComponentChildren;
  /** Height of the bar of options, see `toolbarHeight`. */
  readonly bar?: number;
  /** Put the options into the upper right corner of the picture, which then has the whole height. */
  readonly over?: boolean;
  readonly children: ComponentChildren;
}) {
  const size = { width: `${width}px`, height: `${height}px` };
  return (
    <div class="kit-view" style={{ ...themeVariables(workspace.theme.value), ...size }}>
      {toolbar && over && <div class="kit-toolbar kit-toolbar-over">{toolbar}</div>}
      {toolbar && !over && (
        <div class={toolbarClass(bar)} style={{ height: `${bar}px` }}>
          {toolbar}
        </div>
      )}
      <div class="kit-body">{children}</div>
    </div>
  );
}

/** A switch between a few options, one of which holds. */
export function Choice<T extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  return (
    <fieldset class="kit-choice" aria-label={label}>
      {options.map(([key, text]) => (
        <button type="button" key={key} aria-pressed={key === value} onClick={() => onChange(key)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

/** The same as a menu, for longer lists; where the bar is `short` of room its label is only said. */
export function Pick<T extends string>({
  label,
  options,
  value,
  onChange,
  short = false,
}: {
  readonly label: string;
  readonly options: readonly (readonly [T, string])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly short?: boolean;
}) {
  return (
    <label class="kit-pick">
      {!short && label}
      <select
        value={value}
        aria-label={label}
        title={short ? label : undefined}
        onChange={({ currentTarget }) => {
          const chosen = options.find(([key]) => key === currentTarget.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([key, text]) => (
          <option value={key} key={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Toggle({
  label,
  hint,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  return (
    <label class="kit-toggle" title={hint}>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

/** Why there is nothing to see and what to do about it. */
export function EmptyState({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="kit-empty" role="status">
      <strong>{title}</strong>
      {children && <p>{children}</p>}
    </div>
  );
}
