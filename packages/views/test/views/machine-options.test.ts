import { layouts } from '@weft/layout';
import { describe, expect, it } from 'vitest';
import { machineOptionKeys } from '../../src/views/machine/machine-options.ts';

/** Kept by the page itself among the options of a panel: the side of a comparison. */
const keyOfPage = 'side';

describe('keys of the machine view in the address', () => {
  it('stand for one option each: its own, parameters of layouts, and that of the page', () => {
    const parameters = layouts.flatMap((layout) => Object.keys(layout.parameters));
    const keys = [...Object.values(machineOptionKeys), ...parameters, keyOfPage];
    const repeated = keys.filter((key, at) => keys.indexOf(key) !== at);
    expect(repeated).toEqual([]);
    expect(parameters).toContain('scale');
  });
});
