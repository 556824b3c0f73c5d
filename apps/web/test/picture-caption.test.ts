import { drawSvg } from '@weft/draw';
import { expect, it } from 'vitest';
import { captionedSvg } from '../src/shell/picture-caption.ts';

it('writes what a picture shows below it, in a taller document', () => {
  const svg = drawSvg(300, 200, 'Fat tree', (target) => target.rect(0, 0, 300, 200, { fill: '#fff' }));
  const captioned = captionedSvg(svg, {
    text: 'Fat tree · pods & jobs · 0 – 3 s',
    ink: '#555',
    ground: '#fff',
  });
  expect(captioned).toContain('width="300" height="222" viewBox="0 0 300 222"');
  expect(captioned).toContain('>Fat tree · pods &#38; jobs · 0 – 3 s</text></svg>');
  expect(captionedSvg('<svg width="3" height="4"/>', { text: 'x', ink: '', ground: '' })).toBe(
    '<svg width="3" height="4"/>',
  );
});
