import { textAt } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { uniformLoads } from '../../src/finding-facts/uniform-loads.ts';
import { CAPACITY, counters, fabric, find, kindsOf, STEP, STEPS, wobble } from './find-in-tables.ts';

describe('findings about links', () => {
  const tree = fabric('fat-tree', { ports: 8 });
  const { links } = tree.network;
  const all = tree.network.linkCount;

  it('names the link that carries more than its peers, in percent of its capacity at its busiest step', async () => {
    const hot = 300;
    const [first, ...others] = await find({
      ...tree,
      counters: counters(all, (step, link) => wobble(step, link) * (link === hot ? (step === 4 ? 6 : 5) : 1)),
    });
    const percent = (100 * wobble(4, hot) * 6e6) / (60 * CAPACITY);
    expect(first).toMatchObject({
      kind: 'hot-link',
      unit: '%',
      where: { link: hot, from: 4 * STEP, to: 5 * STEP },
    });
    expect(first.value).toBeCloseTo(percent);
    expect(first.text).toContain(`${percent.toPrecision(3)}\u00a0% of its capacity`);
    const kind = [textAt(links.class, hot), textAt(links.direction, hot)].join(' ');
    expect(first.text).toMatch(
      new RegExp(` times the median of the other \\d+ links of its kind \\(${kind}\\)`),
    );
    expect(others).toEqual([]);
  });

  it('speaks of packets where no bytes are counted, and of no share of a capacity', async () => {
    const sample = (step: number, link: number) => wobble(step, link) * (link === 300 ? 5 : 1);
    const [hot] = await find({ ...tree, counters: counters(all, sample) }, 'packets');
    let packets = 0;
    for (let step = 0; step < STEPS; step++) packets += sample(step, 300) * 1e6;
    expect(hot).toMatchObject({ kind: 'hot-link', unit: 'packets', value: packets, where: { link: 300 } });
    expect(hot.text).toContain(`carries ${(packets / 1e9).toPrecision(3)}\u00a0G\u00a0packets, `);
    const [even] = await find({ ...tree, counters: counters(all, wobble) }, 'packets');
    expect(even).toMatchObject({ kind: 'nothing', unit: 'packets' });
    expect(even.text).toMatch(/no link carries more than [\d.]+\u00a0G\u00a0packets\.$/);
  });

  it('names a link that carries half as much again where nothing lies between it and its peers, and none where others do', async () => {
    const amount = (step: number, link: number) => wobble(step, link) * (link === 300 ? 1.5 : 1);
    const [first] = await find({ ...tree, counters: counters(all, amount) });
    expect(first).toMatchObject({ kind: 'hot-link', where: { link: 300 } });
    const ramp = (step: number, link: number) => wobble(step, link) * (1 + ((link * 7) % all) / (2 * all));
    expect(kindsOf(await find({ ...tree, counters: counters(all, ramp) }))).toEqual(['nothing']);
  });

  it('names a link with five times as much as every other, however unlike the others are', async () => {
    const unlike = (link: number) => Math.exp((-3 * ((link * 37) % 128)) / 128);
    const amount = (step: number, link: number) => wobble(step, link) * (link === 300 ? 5 : unlike(link));
    const [first] = await find({ ...tree, counters: counters(all, amount) });
    expect(first).toMatchObject({ kind: 'hot-link', where: { link: 300 } });
    const plain = (step: number, link: number) => wobble(step, link) * unlike(link);
    expect(kindsOf(await find({ ...tree, counters: counters(all, plain) }))).toEqual(['nothing']);
  });

  it('names the time in which all links carry more', async () => {
    const busy = (step: number) => step === 9 || step === 10;
    const amount = (step: number, link: number) => wobble(step, link) * (busy(step) ? 3 : 1);
    const [first] = await find({ ...tree, counters: counters(all, amount) });
    let bytes = 0;
    for (const step of [9, 10]) for (let link = 0; link < all; link++) bytes += amount(step, link) * 1e6;
    expect(first).toMatchObject({
      kind: 'busy-time',
      value: bytes,
      unit: 'B',
      where: { from: 9 * STEP, to: 11 * STEP },
    });
  });

  it('names a busy time as one, also where it goes up and down itself', async () => {
    const small = fabric('torus', { sizes: [4, 4] });
    const busy = (step: number) => (step >= 30 && step < 39 ? (step % 3 === 0 ? 2 : 1.45) : 0.95);
    const amount = (step: number, link: number) => wobble(step, link) * busy(step);
    const [first] = await find({ ...small, counters: counters(small.network.linkCount, amount, 96) });
    expect(first).toMatchObject({ kind: 'busy-time', where: { from: 30 * STEP, to: 39 * STEP } });
  });

  it('names a busy time at night, when it is as busy as noon, but neither noon nor night', async () => {
    const small = fabric('torus', { sizes: [4, 4] });
    const day = (step: number) => 1 - 0.35 * Math.cos((2 * Math.PI * step) / 96);
    const amount = (step: number, link: number) => wobble(step, link) * day(step);
    const night = (step: number, link: number) => amount(step, link) * (step >= 12 && step < 18 ? 2 : 1);
    const [first] = await find({ ...small, counters: counters(small.network.linkCount, night, 96) });
    expect(first).toMatchObject({ kind: 'busy-time', where: { from: 12 * STEP, to: 18 * STEP } });
    expect(first.text).toMatch(/in the median of the steps around it\.$/);
    const plain = await find({ ...small, counters: counters(small.network.linkCount, amount, 96) });
    expect(kindsOf(plain)).toEqual(['nothing']);
  });

  it('names the level whose links carry more, and by how much', async () => {
    const inClass = (link: number) => textAt(links.class, link) === 'L1-L2';
    const [first] = await find({
      ...tree,
      counters: counters(all, (step, link) => wobble(step, link) * (inClass(link) ? 4 : 1)),
    });
    expect(first).toMatchObject({ kind: 'level-imbalance', unit: 'times', where: { class: 'L1-L2' } });
    expect(first.value).toBeCloseTo(4, 1);
  });

  it('names the level at hosts from twice as much on where the levels above carry alike, since that is not traffic that stays near', async () => {
    const times: Record<string, number> = { 'L0-L1': 2, 'L1-L2': 1, 'L2-L3': 1 };
    const found = (above: number) =>
      find({
        ...tree,
        counters: counters(all, (step, link) => {
          const name = textAt(links.class, link) ?? '';
          return wobble(step, link) * times[name] * (name === 'L2-L3' ? above : 1);
        }),
      });
    const [first] = await found(1);
    expect(first).toMatchObject({ kind: 'level-imbalance', where: { class: 'L0-L1' } });
    expect(kindsOf(await found(0.6))).toEqual(['nothing']);
  });

  it('tells dimensions by the directions of links, whatever their classes are called', async () => {
    const torus = fabric('torus', { sizes: [4, 4, 4] });
    const name = { codes: new Int32Array(torus.network.linkCount), dictionary: ['torus'] };
    const named = { ...torus, links: { ...torus.links, columns: { ...torus.links.columns, class: name } } };
    const along = (step: number, link: number) =>
      wobble(step, link) * (/b$/.test(textAt(torus.network.links.direction, link) ?? '') ? 3 : 1);
    const [first] = await find({ ...named, counters: counters(torus.network.linkCount, along) });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b' } });
  });

  it('names a dimension where half of its links carry all that it carries more, but none for a few of them', async () => {
    const { network, ...hyperx } = fabric('hyperx', { sizes: [6, 6], hostsPerSwitch: 2 });
    const { src, dst, class: name } = network.links;
    const carries = (most: number) => (step: number, link: number) => {
      const near = Math.abs(src[link] - dst[link]) === 1 && Math.min(src[link], dst[link]) % 6 < most;
      return wobble(step, link) * (textAt(name, link) === 'dim a' && near ? 12 : 1);
    };
    const [first] = await find({ ...hyperx, counters: counters(network.linkCount, carries(6)) });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'a' } });
    const few = await find({ ...hyperx, counters: counters(network.linkCount, carries(1)) });
    expect(kindsOf(few)).not.toContain('dimension-imbalance');
  });

  it('names a dimension, or one direction of it', async () => {
    const torus = fabric('torus', { sizes: [4, 4, 4] });
    const along = (direction: RegExp) => (step: number, link: number) =>
      wobble(step, link) * (direction.test(textAt(torus.network.links.direction, link) ?? '') ? 3 : 1);
    const both = await find({ ...torus, counters: counters(torus.network.linkCount, along(/b$/)) });
    expect(both[0]).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b' } });
    expect(both[0].where.direction).toBeUndefined();
    const one = await find({ ...torus, counters: counters(torus.network.linkCount, along(/\+c$/)) });
    expect(one[0]).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'c', direction: '+c' } });
  });

  it('names the direction that carries less than the way back, however unlike dimensions and links are', async () => {
    const { network, ...torus } = fabric('torus', { sizes: [6, 5, 4] });
    const { links } = network;
    const way = (link: number) => textAt(links.direction, link) ?? '';
    const unlike = (link: number) => 1 + (Math.min(links.src[link], links.dst[link]) % 3);
    const long: Record<string, number> = { a: 6, b: 5, c: 4 };
    const load = (link: number) => (way(link) === '-b' ? 0.6 : 1) * long[way(link).slice(1)] * unlike(link);
    const amount = (step: number, link: number) => wobble(step, link) * load(link);
    const [first] = await find({ ...torus, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b', direction: '-b' } });
    expect(first.value).toBeCloseTo(0.6, 1);
    expect(first.text).toContain('the way back');
  });

  it('names no time in which links carry nothing as busy where they carry nothing for a third of the run', async () => {
    const small = fabric('torus', { sizes: [4, 4] });
    const idle = (step: number) => step === 0 || (step >= 40 && step < 75);
    const amount = (step: number, link: number) => (idle(step) ? 0 : wobble(step, link));
    expect(
      kindsOf(await find({ ...small, counters: counters(small.network.linkCount, amount, 96) })),
    ).toEqual(['nothing']);
  });

  it('names a busy time that is far above noon in days with ten times as much at noon as at night', async () => {
    const small = fabric('torus', { sizes: [4, 4] });
    const day = (step: number) => 5.5 - 4.5 * Math.cos((2 * Math.PI * step) / 16);
    const amount = (step: number, link: number) => wobble(step, link) * day(step);
    const busy = (step: number, link: number) => (step === 44 ? 20 * wobble(step, link) : amount(step, link));
    const [first] = await find({ ...small, counters: counters(small.network.linkCount, busy, 96) });
    expect(first).toMatchObject({ kind: 'busy-time', where: { from: 44 * STEP, to: 45 * STEP } });
    const plain = await find({ ...small, counters: counters(small.network.linkCount, amount, 96) });
    expect(kindsOf(plain)).toEqual(['nothing']);
  });

  it('names a dimension of which most links are not used, as those of others', async () => {
    const { network, ...torus } = fabric('torus', { sizes: [4, 4, 4] });
    const load = (link: number) =>
      network.links.src[link] % 3 > 0 ? 0 : textAt(network.links.class, link) === 'dim b' ? 3 : 1;
    const amount = (step: number, link: number) => wobble(step, link) * load(link);
    const [first] = await find({ ...torus, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b' } });
    expect(first.value).toBeCloseTo(3, 1);
  });

  it('names a direction that carries more than the way back, however long the dimensions are', async () => {
    const { network, ...torus } = fabric('torus', { sizes: [8, 8, 4] });
    const way = (link: number) => textAt(network.links.direction, link);
    const amount = (step: number, link: number) => wobble(step, link) * (way(link) === '-a' ? 2.2 : 1);
    const [first] = await find({ ...torus, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({
      kind: 'dimension-imbalance',
      where: { dimension: 'a', direction: '-a' },
    });
    expect(first.value).toBeCloseTo(2.2, 1);
  });

  it('names a direction that carries less than the way back before the dimension that carries more than its own for that', async () => {
    const { network, ...torus } = fabric('torus', { sizes: [12, 8], hostsPerSwitch: 1 });
    const load: Record<string, number> = { '+a': 12, '-a': 12, '+b': 2.4, '-b': 8 };
    const way = (link: number) => textAt(network.links.direction, link) ?? '';
    const amount = (step: number, link: number) => wobble(step, link) * (load[way(link)] ?? 8);
    const [first] = await find({ ...torus, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b', direction: '+b' } });
  });

  it('compares a class with what uniform traffic lets expect where others carry that, and says so', async () => {
    const { network, ...dragonfly } = fabric('dragonfly', {
      hostsPerSwitch: 4,
      switchesPerGroup: 4,
      globalLinks: 2,
    });
    const uniform = uniformLoads(network);
    const isAtHost = (link: number) => textAt(network.links.class, link) === 'host';
    const amount = (step: number, link: number) =>
      wobble(step, link) * uniform[link] * (isAtHost(link) ? 2.2 : 1);
    const [first] = await find({ ...dragonfly, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({ kind: 'level-imbalance', where: { class: 'host' } });
    const times = Number(first.text.match(/it would be ([\d.]+) times/)?.[1]);
    expect(first.value / times).toBeCloseTo(2.2, 1);
  });

  it('compares a class with others as they are where these carry the same, which uniform traffic would not do', async () => {
    const { network, ...dragonfly } = fabric('dragonfly', {
      hostsPerSwitch: 4,
      switchesPerGroup: 4,
      globalLinks: 2,
    });
    const isGlobal = (link: number) => textAt(network.links.class, link) === 'global';
    const amount = (step: number, link: number) => wobble(step, link) * (isGlobal(link) ? 2.2 : 1);
    const [first] = await find({ ...dragonfly, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({ kind: 'level-imbalance', where: { class: 'global' } });
  });

  it('names a dimension beside a shorter one of which some links carry much for their length', async () => {
    const torus = fabric('torus', { sizes: [4, 4, 4, 2] });
    const { links } = torus.network;
    const load = (link: number): number => {
      const direction = textAt(links.direction, link) ?? '';
      if (/b$/.test(direction)) return 2;
      return /d$/.test(direction) && links.src[link] % 4 !== 0 ? 0 : 1;
    };
    const [first] = await find({
      ...torus,
      counters: counters(torus.network.linkCount, (step, link) => wobble(step, link) * load(link)),
    });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b' } });
    expect(first.value).toBeCloseTo(2, 1);
  });

  it('names the one direction that carries less, also where only half of its links do', async () => {
    const torus = fabric('torus', { sizes: [4, 4, 4, 2] });
    const { links } = torus.network;
    const striped = (step: number, link: number) =>
      wobble(step, link) * (textAt(links.direction, link) === '+c' && links.src[link] % 2 === 0 ? 0.25 : 1);
    const [first] = await find({ ...torus, counters: counters(torus.network.linkCount, striped) });
    expect(first).toMatchObject({
      kind: 'dimension-imbalance',
      where: { dimension: 'c', direction: '+c' },
    });
    expect(first.value).toBeCloseTo(0.625, 1);
  });

  it('does not take what uniform traffic does for an imbalance', async () => {
    const torus = fabric('torus', { sizes: [16, 4] });
    const along = (step: number, link: number) =>
      wobble(step, link) * (textAt(torus.network.links.class, link) === 'dim a' ? 4 : 1);
    const found = await find({ ...torus, counters: counters(torus.network.linkCount, along) });
    expect(found.map(({ kind }) => kind)).toEqual(['nothing']);
  });

  it('says that nothing stands out, with the fullest link, and never beside a finding', async () => {
    const found = await find({ ...tree, counters: counters(all, wobble) });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind: 'nothing', unit: '%', where: {} });
    expect(found[0].value).toBeCloseTo((100 * 1030e6) / (60 * CAPACITY));
    expect(found[0].text).toContain('no link is above 1.72\u00a0% of its capacity, so');
  });

  it('clears the network of nothing by the mean of a single step', async () => {
    const [{ text }] = await find({ ...tree, counters: counters(all, wobble, 1) });
    expect(text).toMatch(/over a step of 1\u00a0min; shorter bursts do not show/);
  });
});
