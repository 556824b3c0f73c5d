import { createRandom, textAt } from '@weft/model';
import { describe, expect, it } from 'vitest';
import {
  buildNetwork,
  hostsAt,
  type RouteChoice,
  routerNamed,
  selectedRoutes,
  switchLinks,
  tracePath,
} from '../src/index.ts';

const network = buildNetwork('fat-tree', { ports: 36, pods: 4 });
const routing = routerNamed('d-mod-k').route(network, { random: createRandom(1), activeHosts: null });
const nothing: RouteChoice = { sources: [], destinations: [], jobHosts: [], through: [], switchesOf: 'any' };
const hosts = (from: number, to: number) => network.hosts.slice(from, to);

function choose(choice: Partial<RouteChoice>) {
  const found = selectedRoutes(routing, { ...nothing, ...choice })!;
  const links = [...switchLinks(network, found)];
  const switches = [...network.switches].filter((vertex) => found.vertices[vertex] === 1);
  return { found, links, switches };
}

describe('routes of a choice', () => {
  it('of nothing are none', () => {
    expect(selectedRoutes(routing, nothing)).toBeNull();
  });

  it('of jobs: links of all, switches of any or of all (TS-30, TS-33)', () => {
    const jobHosts = [hosts(0, 64), hosts(32, 96)];
    const any = choose({ jobHosts });
    expect(any.links.length).toBe(86);
    expect(any.switches.length).toBe(24);
    expect(choose({ jobHosts, switchesOf: 'all' }).switches.length).toBeLessThan(24);
    const one = choose({ jobHosts: [jobHosts[0]] });
    const up = one.links.filter((link) => textAt(network.links.direction, link) === 'up');
    expect([one.links.length, up.length]).toEqual([136, 72]);
  });

  it('from one host to another are the links of its path (T8)', () => {
    const path = new Int32Array(10);
    const length = tracePath(routing, 0, 700, path);
    const { found } = choose({ sources: [0], destinations: [700] });
    expect([...found.links].flatMap((used, link) => (used ? [link] : []))).toEqual(
      [...path.subarray(0, length)].sort((a, b) => a - b),
    );
  });

  it('from a leaf switch are those of its hosts', () => {
    const leaf = network.links.dst[network.outLinks[network.outOffsets[0]]];
    const asSwitch = choose({ sources: [leaf] });
    const asHosts = choose({ sources: hostsAt(network, leaf) });
    expect(hostsAt(network, leaf).length).toBe(18);
    expect(asSwitch.found.links).toEqual(asHosts.found.links);
  });

  it('from a leaf switch are those of its hosts that the chosen jobs have', () => {
    const leaf = network.links.dst[network.outLinks[network.outOffsets[0]]];
    const job = hosts(10, 64);
    const asSwitch = choose({ sources: [leaf], jobHosts: [job] });
    const asHosts = choose({ sources: [...hosts(10, 18)], jobHosts: [job] });
    expect(asSwitch.found.links).toEqual(asHosts.found.links);
  });

  it('from an upper switch on are those below it', () => {
    const top = [...network.switches].find((vertex) => network.vertices.level[vertex] === 3)!;
    const { found, links } = choose({ sources: [top], destinations: [0] });
    expect(found.vertices[top]).toBe(1);
    for (const link of links) expect(textAt(network.links.direction, link)).toBe('down');
  });

  it('of a job through a link all use it (T9)', () => {
    const job = hosts(0, 64);
    const link = choose({ jobHosts: [job] }).links[0];
    const through = choose({ jobHosts: [job], through: [link] });
    expect(through.found.links[link]).toBe(1);
    expect(through.links.length).toBeLessThan(136);
    let expected = 0;
    const path = new Int32Array(10);
    const used = new Set<number>();
    for (const a of job) {
      for (const b of job) {
        const length = a === b ? 0 : tracePath(routing, a, b, path);
        const own = [...path.subarray(0, Math.max(0, length))];
        if (!own.includes(link)) continue;
        expected++;
        for (const each of own) used.add(each);
      }
    }
    expect(expected).toBeGreaterThan(0);
    expect(through.found.links.reduce((sum, mark) => sum + mark, 0)).toBe(used.size);
  });
});
