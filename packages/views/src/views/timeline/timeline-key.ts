import {
  type CallPattern,
  callGroup,
  callGroups,
  callPatterns,
  groupPatterns,
  type KeyBox,
  type KeyItem,
  keyItemAt,
  keyRows,
  shortCall,
} from '@weft/draw';
import type { CallTotal, TimelineData } from './timeline-model.ts';

/** An entry of the key and the calls it stands for; none = it cannot be chosen. */
interface CallKeyItem extends KeyItem {
  readonly calls: readonly CallTotal[];
}

interface KeyModel {
  readonly width: number;
  readonly data: TimelineData;
  readonly callColours: ReadonlyMap<string, string>;
  readonly colouring: 'call' | 'group';
  /** Names of the calls shown alone; empty = all. */
  readonly only: ReadonlySet<string>;
}

const OTHER = 'other calls';
const KEY_LINES = 2;

/** Lines along the bars of each call. */
export function patternsOf({
  data,
  colouring,
}: Pick<KeyModel, 'data' | 'colouring'>): Map<string, CallPattern> {
  const names = data.calls.map(({ name }) => name);
  return colouring === 'group' ? groupPatterns(names) : callPatterns(names);
}

/** The calls with most time, as many as fit two lines (the rest shares one entry), or their groups. */
export function keyItems(model: KeyModel): CallKeyItem[] {
  const all = model.colouring === 'group' ? groupItems(model) : callItems(model);
  for (let count = all.length; count > 0; count--) {
    const rest = all.slice(count);
    const other = { label: `${rest.length} ${OTHER}`, colour: 'transparent', calls: [] };
    const items = rest.length > 0 ? [...all.slice(0, count), other] : all;
    if (keyRows(items, model.width - 24).length <= KEY_LINES) return items;
  }
  return [];
}

function callItems(model: KeyModel): CallKeyItem[] {
  const { data, callColours, only } = model;
  const patterns = patternsOf(model);
  return data.calls.map((call) => ({
    label: shortCall(call.name),
    colour: callColours.get(call.name) ?? '',
    pattern: patterns.get(call.name),
    faded: only.size > 0 && !only.has(call.name),
    calls: [call],
  }));
}

function groupItems(model: KeyModel): CallKeyItem[] {
  const { data, callColours, only } = model;
  const patterns = patternsOf(model);
  return callGroups.flatMap((group) => {
    const calls = data.calls.filter(({ name }) => callGroup(name) === group);
    if (calls.length === 0) return [];
    const faded = only.size > 0 && !calls.some(({ name }) => only.has(name));
    const [{ name }] = calls;
    const look = { colour: callColours.get(name) ?? '', pattern: patterns.get(name) };
    return [{ label: group, ...look, faded, calls }];
  });
}

export function keyBox({ width }: Pick<KeyModel, 'width'>): KeyBox {
  return { left: 8, right: Math.max(width - 16, 80), y: 18 };
}

export function keyItemUnder(model: KeyModel, x: number, y: number): CallKeyItem | null {
  const item = keyItemAt(keyItems(model), keyBox(model), x, y);
  return item && item.calls.length > 0 ? item : null;
}

/** A click shows an entry alone, or all again; `add` takes it in or out among the others. */
export function chosenCalls(
  before: ReadonlySet<string>,
  calls: readonly CallTotal[],
  add: boolean,
): string[] {
  const names = calls.map(({ name }) => name);
  const has = names.every((name) => before.has(name));
  if (!add) return has && before.size === names.length ? [] : names;
  const others = [...before].filter((name) => !names.includes(name));
  return has ? others : [...others, ...names];
}
