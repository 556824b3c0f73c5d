import { computed } from '@preact/signals';
import { colourMap } from '@weft/draw';
import { formatQuantity } from '@weft/model';
import { useMemo } from 'preact/hooks';
import type { Legend } from './legend.ts';
import type { MachinePicture } from './machine-picture.ts';
import type { Preparation } from './preparation.ts';

/** What colours, sizes, shapes and the looks of links mean. */
export function LegendCards({
  picture,
  preparation,
}: {
  readonly picture: MachinePicture;
  readonly preparation: Preparation;
}) {
  const legends = useMemo(() => computed(() => preparation.legends()), [preparation]).value;
  return (
    <>
      {legends.map((legend) => (
        <div
          class="machine-legend"
          key={`${legend.kind} ${legend.title}`}
          role="img"
          aria-label={`Legend: ${legend.title}`}
        >
          <div class="kit-note">{legend.title}</div>
          <LegendBody picture={picture} legend={legend} />
        </div>
      ))}
    </>
  );
}

function LegendBody({ picture, legend }: { readonly picture: MachinePicture; readonly legend: Legend }) {
  switch (legend.kind) {
    case 'keys':
      return <Keys legend={legend} />;
    case 'scale':
      return <Scale picture={picture} legend={legend} />;
    case 'sizes':
      return <Sizes legend={legend} />;
    case 'shapes':
      return <Shapes legend={legend} />;
  }
}

type LegendOf<K extends Legend['kind']> = { readonly legend: Extract<Legend, { kind: K }> };

const MOST_KEYS = 12;

function Keys({ legend }: LegendOf<'keys'>) {
  return (
    <div class="machine-keys">
      {legend.keys.slice(0, MOST_KEYS).map(({ name, colour }) => (
        <span key={name}>
          <span class="kit-swatch" style={{ background: colour }} /> {name}
        </span>
      ))}
      {legend.keys.length > MOST_KEYS && <span>{`and ${legend.keys.length - MOST_KEYS} more`}</span>}
    </div>
  );
}

function Scale({ picture, legend }: LegendOf<'scale'> & { readonly picture: MachinePicture }) {
  const { colourMap: name, theme } = picture.workspace;
  const { css } = colourMap(name.value, theme.value);
  const stops = Array.from({ length: 17 }, (_, i) => css[Math.min(255, i * 16)]);
  return (
    <>
      <div class="machine-ramp" style={{ background: `linear-gradient(to right, ${stops.join(', ')})` }} />
      <Ends domain={legend.domain} unit={legend.unit} />
    </>
  );
}

function Ends({ domain, unit }: { readonly domain: readonly [number, number]; readonly unit: string }) {
  return (
    <div class="machine-ends">
      <span>{formatQuantity(domain[0], unit)}</span>
      <span>{formatQuantity(domain[1], unit)}</span>
    </div>
  );
}

/** From smallest to largest, in the proportions of the picture. */
const SQUARES = [3.5, 7, 10, 12.5, 15] as const;

function Sizes({ legend }: LegendOf<'sizes'>) {
  return (
    <>
      <svg class="machine-sizes" viewBox="0 0 200 18" aria-hidden="true">
        {legend.mark === 'line' ? (
          <polygon points="2,8.4 198,5.5 198,12.5 2,9.6" />
        ) : (
          SQUARES.map((side, i) => (
            <rect key={side} x={10 + i * 45 - side / 2} y={9 - side / 2} width={side} height={side} />
          ))
        )}
      </svg>
      <Ends domain={legend.domain} unit={legend.unit} />
    </>
  );
}

const OUTLINES = {
  square: 'M1,1H11V11H1Z',
  circle: 'M6,1A5,5 0 1 1 6,11A5,5 0 1 1 6,1Z',
  diamond: 'M6,0.5L11.5,6L6,11.5L0.5,6Z',
  triangle: 'M6,1L11.5,11H0.5Z',
  hexagon: 'M3.2,1.2H8.8L11.5,6L8.8,10.8H3.2L0.5,6Z',
  cross: 'M4.2,0.5H7.8V4.2H11.5V7.8H7.8V11.5H4.2V7.8H0.5V4.2H4.2Z',
} as const;

function Shapes({ legend }: LegendOf<'shapes'>) {
  return (
    <div class="machine-keys">
      {legend.keys.map(({ shape, name }) => (
        <span key={shape}>
          <svg class="machine-shape" viewBox="0 0 12 12" aria-hidden="true">
            <path d={OUTLINES[shape]} />
          </svg>{' '}
          {name}
        </span>
      ))}
    </div>
  );
}
