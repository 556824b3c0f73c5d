import { emptySelection } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { describeFaults } from '../src/address/address-faults.ts';
import { galleryAddress, parseAddress, printAddress } from '../src/address/page-address.ts';

describe('address', () => {
  it('holds dataset, selection, panels and colours', () => {
    const address = {
      dataset: 'my data/2',
      selection: { ...emptySelection, time: [0, 5e12] as [number, number], jobs: [3] },
      layout: 'v(160:time-chart,840:*jobs~sorted!true)',
      colours: 'viridis',
      compare: { kind: 'time' as const, time: [5, 1e13] as const },
      tour: { id: 'pods', step: 3 },
      heldScale: true,
      allFindings: true,
    };
    const hash = printAddress(address);
    expect(hash).toContain('&layout=v(160:time-chart,840:*jobs~sorted!true)');
    expect(parseAddress(hash)).toEqual(address);
    expect(new URL(hash, 'http://x/').hash).toBe(hash);
  });

  it('is the gallery when it says nothing readable', () => {
    for (const hash of ['', '#/', '#/d/', '#/x/y', '#/d/%E0%A4%A']) {
      expect(parseAddress(hash)).toEqual(galleryAddress);
    }
    expect(printAddress(galleryAddress)).toBe('#/');
  });

  it('says which parts of it cannot be followed', () => {
    const known = { views: ['jobs', 'time-chart'], colours: ['viridis'] };
    const faults = (hash: string) => describeFaults(hash, known);
    expect(faults('')).toBeNull();
    expect(faults('#/')).toBeNull();
    expect(faults('#/d/x')).toBeNull();
    expect(
      faults('#/d/x?jobs=[1]&layout=jobs&colours=viridis&compare=job:1&tour=pods.3&findings=all'),
    ).toBeNull();
    expect(faults('#/elsewhere')).toBe('This link leads to no dataset: the gallery is shown.');
    expect(faults('#/d/x?zoom=3&jobs=[1]')).toBe(
      'This link contains «zoom», which this version does not know. The rest is shown.',
    );
    expect(faults('#/d/x?time=[1&compare=year:1&colours=sepia&layout=v(')).toBe(
      'This link contains «time», «layout», «colours», «compare», which cannot be read. The rest is shown.',
    );
    expect(faults('#/d/x?layout=h(500:jobs,500:globe)&mode=2')).toBe(
      'This link contains «mode», which this version does not know; and «globe», a view which this version does not have. The rest is shown.',
    );
  });
});
