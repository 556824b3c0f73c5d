const paths = {
  chevron: 'M4 6l4 4 4-4',
  close: 'M4 4l8 8M12 4l-8 8',
  more: 'M3.2 8h.6M7.7 8h.6M12.2 8h.6',
  maximise: 'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5L9 7M2.5 13.5L7 9',
  restore: 'M13 7H9V3M3 9h4v4M9 7l4.5-4.5M7 9l-4.5 4.5',
  undo: 'M6 3L3 6l3 3M3.5 6H10a3.5 3.5 0 010 7H7',
  redo: 'M10 3l3 3-3 3M12.5 6H6a3.5 3.5 0 000 7h3',
  search: 'M7 2.5a4.5 4.5 0 110 9 4.5 4.5 0 010-9M10.5 10.5L14 14',
  help: 'M5.8 6a2.2 2.2 0 114 1.2c-.8.8-1.6 1-1.6 2.3M8.2 12.4h.01',
  theme: 'M8 2.5a5.5 5.5 0 100 11zM8 2.5a5.5 5.5 0 010 11',
  play: 'M5 3.5v9l7.5-4.5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  previous: 'M10 4L6 8l4 4',
  next: 'M6 4l4 4-4 4',
  hold: 'M3 13.5h10M3 13.5v-3M8 13.5v-3M13 13.5v-3M8 8V3M5.5 5.5L8 3l2.5 2.5',
  check: 'M3.5 8.5l3 3 6-7',
  warning: 'M8 2.5L14 13H2zM8 6.5v3M8 11.4h.01',
  empty: 'M2.5 4.5h11v8h-11zM2.5 7.5h11M6 7.5v5',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
