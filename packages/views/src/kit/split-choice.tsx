import type { Signal } from '@preact/signals';
import type { Split } from './link-groups.ts';
import { Choice } from './view-root.tsx';

/** How links are put together: all, by level, by direction or by both (TreeScope's T3). */
export function SplitChoice({
  label,
  split,
  short = false,
}: {
  readonly label: string;
  readonly split: Signal<Split>;
  readonly short?: boolean;
}) {
  return (
    <Choice
      label={label}
      options={[
        ['none', short ? 'All' : 'All links'],
        ['class', 'Level'],
        ['direction', short ? 'Dir.' : 'Direction'],
        ['both', 'Both'],
      ]}
      value={split.value}
      onChange={(value) => {
        split.value = value;
      }}
    />
  );
}
