import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Microseconds on the processor: what others do on the machine is not in it. */
  readonly tdur?: number;
  readonly args?: {
    readonly data?: { readonly url?: string; readonly functionName?: string };
    readonly name?: string;
  };
}

interface LongTask {
  readonly milliseconds: number;
  /** The function that took most of it, as the page's files name it. */
  readonly script: string;
}

/** Starts to record what the threads of the page do; the answer ends it and gives the events. */
export async function traceTasks(page: Page): Promise<() => Promise<TraceEvent[]>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'toplevel',
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        '__metadata',
      ],
    },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    return events;
  };
}

/** Tasks of a page's main thread above a limit, longest first. */
export function longTasks(events: readonly TraceEvent[], limit = 200): LongTask[] {
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return events
    .filter(
      ({ name, pid, tid, tdur = 0 }) =>
        name === 'RunTask' && main.has(`${pid}/${tid}`) && tdur > limit * 1000,
    )
    .map((task) => ({ milliseconds: Math.round(task.tdur! / 1000), script: longestCall(events, task) }))
    .sort((a, b) => b.milliseconds - a.milliseconds);
}

function longestCall(events: readonly TraceEvent[], { pid, tid, ts, dur = 0 }: TraceEvent): string {
  const inside = events.filter(
    (event) =>
      event.pid === pid &&
      event.tid === tid &&
      !event.name.endsWith('RunTask') &&
      event.ts >= ts &&
      event.ts <= ts + dur,
  );
  const [longest] = inside.sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0));
  const { url = '', functionName = '' } = longest?.args?.data ?? {};
  return [longest?.name, functionName, url.split('/').at(-1)].filter(Boolean).join(' ');
}
