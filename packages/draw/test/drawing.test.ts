import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import {
  colourMap,
  createRaster,
  createSvgTarget,
  encodePng,
  formatInstant,
  linearScale,
  logTicks,
  niceDomain,
  paintHeatMap,
  shrinkByMaximum,
  timeTicks,
  timeTitle,
  valueTicks,
} from '../src/index.ts';

describe('SVG target', () => {
  it('writes what is drawn, escaped, without style attributes', () => {
    const target = createSvgTarget(100, 50);
    target.rect(1, 2, 3, 4, { fill: '#fff', opacity: 0.5 });
    target.group({ x: 5, y: 6, clip: [0, 0, 10, 10] }, () => {
      target.path(
        (sink) => {
          sink.moveTo(0, 0);
          sink.lineTo(1.234567, 2);
          sink.closePath();
        },
        { stroke: '#000', lineWidth: 2 },
      );
    });
    target.text(1, 2, '<script>&"', { fill: '#000', align: 'end' });
    const text = target.document('A & B');
    expect(text).toContain('<rect x="1" y="2" width="3" height="4" fill="#fff" opacity="0.5"/>');
    expect(text).toContain('d="M0 0L1.23 2Z"');
    expect(text).toContain('clip-path="url(#c0)"');
    expect(text).toContain('<title>A &#38; B</title>');
    expect(text).not.toContain('<script>');
    expect(text).not.toContain('style=');
  });

  it('draws a full circle as two arcs', () => {
    const target = createSvgTarget(10, 10);
    target.path((sink) => sink.arc(5, 5, 2, 0, 2 * Math.PI), { fill: '#000' });
    expect(target.document('c')).toContain('d="M7 5A2 2 0 0 1 3 5A2 2 0 0 1 7 5"');
  });
});

describe('heat map', () => {
  it('colours values, missing cells and cells outside of the selection', () => {
    const map = colourMap('viridis', 'light');
    const raster = createRaster(2, 2);
    const paint = { scale: linearScale([0, 255]), map, missing: 7, visible: Uint8Array.of(1, 1, 1, 0) };
    paintHeatMap(Float64Array.of(0, 255, Number.NaN, 255), { ...paint, fadedAlpha: 0.2 }, raster);
    expect([...raster.pixels.subarray(0, 3)]).toEqual([map.pixels[0], map.pixels[255], 7]);
    expect((raster.pixels[3] as number) >>> 24).toBe(51);
    expect((raster.pixels[3] as number) & 0xffffff).toBe((map.pixels[255] as number) & 0xffffff);
  });

  it('colours every cell as its scale says', () => {
    const map = colourMap('magma', 'light');
    const value = fc.oneof(fc.double({ min: -10, max: 300, noNaN: true }), fc.constant(Number.NaN));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (list) => {
        const scale = linearScale([3, 240]);
        const { pixels } = paintHeatMap(
          Float64Array.from(list),
          { scale, map, missing: 9 },
          createRaster(list.length, 1),
        );
        list.forEach((v, cell) => {
          expect(pixels[cell]).toBe(Number.isNaN(v) ? 9 : map.pixels[scale.index(v)]);
        });
      }),
    );
  });

  it('becomes one PNG inside SVG that decodes to the same pixels', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (width, height) => {
        const raster = createRaster(width, height);
        raster.pixels.forEach((_, i) => {
          raster.pixels[i] = (0xff000000 | (i * 0x010305)) >>> 0;
        });
        const png = PNG.sync.read(Buffer.from(encodePng(raster)));
        expect([png.width, png.height]).toEqual([width, height]);
        expect(new Uint8Array(png.data)).toEqual(new Uint8Array(raster.pixels.buffer));
        const target = createSvgTarget(50, 50);
        target.raster(raster, 0, 0, 50, 50);
        expect(target.document('m').match(/<image /g)).toHaveLength(1);
      }),
    );
  });

  it('shrinks to the largest of each block', () => {
    const size = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(size, size, size, size, fc.infiniteStream(fc.integer()), (columns, rows, w, h, stream) => {
        const [toColumns, toRows] = [Math.min(w, columns), Math.min(h, rows)];
        const values = Float64Array.from({ length: columns * rows }, () => stream.next().value as number);
        const small = shrinkByMaximum(values, columns, rows, toColumns, toRows);
        expect(Math.max(...small)).toBe(Math.max(...values));
        expect(small.every((value) => values.includes(value))).toBe(true);
      }),
    );
  });
});

describe('ticks', () => {
  const origin = String(BigInt(Date.UTC(2016, 0, 4)) * 1_000_000n);

  it('are calendar times in UTC where there is an origin', () => {
    const day = timeTicks([0, 86_400e9], origin, 6).map((tick) => tick.label);
    expect(day).toEqual(['4 Jan', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '5 Jan']);
    expect(timeTitle([0, 86_400e9], origin)).toBe('time, 2016-01-04 UTC');
    expect(formatInstant(37_200e9, origin)).toBe('2016-01-04 10:20:00 UTC');
    const seconds = timeTicks([38_649e9, 38_651e9], origin, 4).map((tick) => tick.label);
    expect(seconds.slice(0, 3)).toEqual(['10:44:09', '10:44:09.5', '10:44:10']);
  });

  it('are durations where there is none', () => {
    expect(timeTicks([0, 10e9], null, 5).map((tick) => tick.label.replace('\u00a0', ' '))).toEqual([
      '0',
      '2 s',
      '4 s',
      '6 s',
      '8 s',
      '10 s',
    ]);
    expect(timeTicks([0, 3_000], null, 3).map((tick) => tick.value)).toEqual([0, 1000, 2000, 3000]);
    expect(timeTitle([0, 1], null)).toBe('time since start');
  });

  it('differ from their neighbours however far in', () => {
    const labels = (from: number, to: number) =>
      timeTicks([from, to], null, 10).map((tick) => tick.label.replace('\u00a0', ' '));
    expect(labels(400e6, 402e6).slice(0, 4)).toEqual(['400 ms', '400.2 ms', '400.4 ms', '400.6 ms']);
    expect(labels(28e9, 28e9 + 500).slice(0, 2)).toEqual(['28 s', '28.00000005 s']);
    expect(labels(60e9, 150e9).slice(0, 3)).toEqual(['60 s', '70 s', '80 s']);
    for (const width of [50, 999, 1e5, 3e7, 8e9]) {
      const ticks = labels(123_456_789_012, 123_456_789_012 + width);
      expect(new Set(ticks).size).toBe(ticks.length);
    }
  });

  it('have SI units and lie inside the domain', () => {
    expect(valueTicks([0, 2e12], 4, 'B').map((tick) => tick.label.replace('\u00a0', ' '))).toEqual([
      '0 B',
      '500 GB',
      '1 TB',
      '1.5 TB',
      '2 TB',
    ]);
    expect(logTicks([1, 5000], 5, 'count').map((tick) => tick.value)).toEqual([1, 10, 100, 1000]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), (high) => {
        const [low, top] = niceDomain(0, high);
        expect(low).toBeLessThanOrEqual(0);
        expect(top).toBeGreaterThanOrEqual(high);
        expect(top).toBeGreaterThan(low);
      }),
    );
  });

  it('never crowd a time axis, however short or long it is', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 15, noNaN: true }), fc.boolean(), (power, calendar) => {
        const ticks = timeTicks([0, 10 ** power], calendar ? origin : null, 8);
        expect(ticks.length).toBeLessThanOrEqual(17);
        for (let i = 1; i < ticks.length; i++) {
          expect((ticks[i] as { value: number }).value).toBeGreaterThan(
            (ticks[i - 1] as { value: number }).value,
          );
        }
      }),
    );
  });
});
