import { findPair, represent } from '@weft/layout';
import { expect, it } from 'vitest';
import { cellsSvg, layerColour } from '../src/index.ts';

it('draws a circle a switch in the colour of its layer, and a key of the layers', () => {
  const { layout } = represent(findPair('HT'), 3);
  const svg = cellsSvg([
    { title: 'HT & more', layout },
    { title: 'again', layout },
  ]);
  expect(svg).toContain('HT &#38; more');
  for (let layer = 1; layer <= 3; layer++) {
    const circles = svg.match(new RegExp(`<circle[^>]*fill="${layerColour(layer)}"`, 'g'));
    expect(circles).toHaveLength(2 * layout.switchesPerLayer + 1);
    expect(svg).toContain(`layer ${layer}<`);
  }
});
