import { formatDuration, textAt } from '@weft/model';
import { formatCsv } from '../../kit/export-picture.ts';
import { shownMessages, shownSpans } from './draw-timeline.ts';
import { plotArea, type TimelineModel } from './timeline-geometry.ts';

/** What is on screen, in words: single calls and messages, or how coarse the tiles are. */
export function describeView(model: TimelineModel): string {
  const area = plotArea(model);
  const count = (value: number, one: string): string =>
    `${value.toLocaleString('en-US')} ${one}${value === 1 ? '' : 's'}`;
  const { time, ranks } = model.window;
  const shown = `${count(Math.ceil(ranks[1]) - Math.floor(ranks[0]), 'rank')} × ${formatDuration(time[1] - time[0])}`;
  const spans = shownSpans(model, area);
  const messages = shownMessages(model, area);
  const finest = model.data.parts.at(-1)?.tiles;
  const detail = spans
    ? `single calls (${spans.spanCount.toLocaleString('en-US')} in and around the view)`
    : finest
      ? `tiles of ${count(finest.block, 'rank')} × ${formatDuration(finest.bin)}`
      : '';
  const lines =
    !model.showMessages || model.messages === 0
      ? ''
      : messages
        ? `, ${count(messages.messageCount, 'message')}`
        : ', zoom in for messages';
  return `${shown}: ${detail}${lines}${stackWords(model)}${model.data.refining ? ', refining …' : ''}`;
}

/** Which levels of open ranks are left out, and whether by choice or for want of room. */
function stackWords({ stacks }: TimelineModel): string {
  const deeper = Math.max(0, ...stacks.map((stack) => stack.deeper));
  const cut = Math.max(0, ...stacks.map((stack) => stack.cut));
  const levels = (count: number): string => `${count} ${count === 1 ? 'level' : 'levels'}`;
  const many = stacks.some(({ tooMany }) => tooMany) ? ', too many spans for deeper levels: zoom in' : '';
  return `${many}${deeper > 0 ? `, ${levels(deeper)} more by the limit` : ''}${cut > 0 ? `, no room for ${levels(cut)}` : ''}`;
}

/** The spans of open ranks; else single calls where they are on screen, or the totals per call. */
export function timelineCsv(model: TimelineModel): string {
  if (model.stacks.length > 0) return stackCsv(model);
  const exact = shownSpans(model, plotArea(model))?.spans;
  if (!exact) {
    const rows = model.data.calls.map(({ name, count, time }) => [name, count, time]);
    return formatCsv(['call', 'count', 'time_ns'], rows);
  }
  const [from, to] = model.window.time;
  const [first, last] = model.window.ranks;
  const rows: (string | number | null)[][] = [];
  exact.rank.forEach((rank, row) => {
    if (rank < Math.floor(first) || rank >= last || exact.exit[row] < from || exact.enter[row] > to) return;
    rows.push([rank, textAt(exact.call, row), exact.enter[row], exact.exit[row]]);
  });
  return formatCsv(['rank', 'call', 'enter_ns', 'exit_ns'], rows);
}

/** All levels of the open ranks, also those for which there is no room; `spans` > 1 = merged, they are too short to be seen. */
function stackCsv({ stacks, window }: TimelineModel): string {
  const [from, to] = window.time;
  const rows = stacks.flatMap(({ lanes, spans }) =>
    lanes.flatMap((lane) =>
      lane.rows
        .filter((row) => spans.exit[row] >= from && spans.enter[row] <= to)
        .map((row) => [
          spans.rank[row],
          lane.stream,
          lane.depth,
          textAt(spans.call, row),
          textAt(spans.kind, row),
          spans.enter[row],
          spans.exit[row],
          spans.count[row],
        ]),
    ),
  );
  return formatCsv(['rank', 'stream', 'depth', 'call', 'kind', 'enter_ns', 'exit_ns', 'spans'], rows);
}
