import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Cube, errorFacts, errorFromFacts, type Manifest, type WorkContext } from '@weft/model';
import { type DataRequest, requestText } from '@weft/views';
import type { Activity } from '../activity/activity.ts';
import type { ApiClient } from '../api/api-client.ts';
import { loadRequest } from './load-request.ts';
import { measureBytes } from './measure-bytes.ts';
import type { RequestState } from './request-state.ts';
import { isDerived, requestTables } from './request-tables.ts';

/** Fetches what views need: each request once, kept within a budget of bytes, aborted when unwanted. */
export interface Coordinator {
  want<Data>(dataset: string, request: DataRequest<Data>): Ticket<Data>;
  /** Fetches anew what is wanted of tables that have changed in this manifest; what is there stays until then. */
  renew(dataset: string, manifest: Metrics, changed: ReadonlySet<string>): Promise<void>;
}

type Metrics = Pick<Manifest, 'metrics'>;

/** One user's hold on a request. */
export interface Ticket<Data = unknown> {
  readonly state: ReadonlySignal<RequestState<Data>>;
  retry(): void;
  release(): void;
}

interface Entry {
  readonly key: string;
  readonly dataset: string;
  readonly request: DataRequest;
  readonly state: Signal<RequestState>;
  readonly load: () => void;
  /** Ends its waiting for those that pictures wait for. */
  readonly hurry: () => void;
  readonly hurried: Promise<void>;
  controller: AbortController;
  users: number;
  bytes: number;
}

interface CoordinatorOptions {
  readonly budget?: number;
  /** How long unwanted work goes on: a panel that swaps its view lets go before it asks again. */
  readonly graceMilliseconds?: number;
  /** How long at most a request that a view is drawn without waits for those that views are not drawn without. */
  readonly holdMilliseconds?: number;
}

const LOADING: RequestState = { status: 'loading', progress: null };

/** In which a view that has just been loaded asks for what it is drawn with. */
const REST_MILLISECONDS = 50;

export function createCoordinator(
  api: ApiClient,
  activity: Activity,
  { budget = 512e6, graceMilliseconds = 200, holdMilliseconds = 2000 }: CoordinatorOptions = {},
): Coordinator {
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  /** Metrics of datasets that have grown since they were opened. */
  const grown = new Map<string, Metrics>();

  const createEntry = (key: string, dataset: string, request: DataRequest): Entry => {
    let hurry = () => {};
    const hurried = new Promise<void>((resolve) => {
      hurry = resolve;
    });
    const entry: Entry = {
      key,
      dataset,
      request,
      state: signal(LOADING),
      load: () => void loadEntry(entry),
      hurry,
      hurried,
      controller: new AbortController(),
      users: 0,
      bytes: 0,
    };
    return entry;
  };

  const loadEntry = async (entry: Entry): Promise<void> => {
    const end = activity.begin(entry.request.later ? 'later' : 'first');
    const { signal: aborted } = entry.controller;
    entry.state.value = LOADING;
    try {
      if (entry.request.later) await turnOf(entry);
      const context: WorkContext = {
        signal: aborted,
        onProgress: (progress) => {
          if (!aborted.aborted) entry.state.value = { status: 'loading', progress };
        },
      };
      keep(entry, await load(entry, context));
    } catch (error) {
      fail(entry, error);
    } finally {
      end();
    }
  };

  const turnOf = async ({ hurried, controller: { signal: aborted } }: Entry): Promise<void> => {
    const left = new Promise<void>((resolve) => aborted.addEventListener('abort', () => resolve()));
    await Promise.race([activity.whenQuiet(REST_MILLISECONDS), hurried, left, delay(holdMilliseconds)]);
    aborted.throwIfAborted();
  };

  const load = ({ dataset, request, controller }: Entry, context: WorkContext, known: Cube | null = null) => {
    const growing = grown.get(dataset);
    return loadRequest(
      api,
      dataset,
      request,
      context,
      (part) => awaitTicket(want(dataset, part), controller.signal),
      growing ? { metrics: growing.metrics, known } : null,
    );
  };

  const keep = (entry: Entry, data: unknown) => {
    entry.bytes = measureBytes(data);
    entry.state.value = { status: 'ready', data };
    evict();
  };

  const fail = (entry: Entry, error: unknown) => {
    if (!entry.controller.signal.aborted) entry.state.value = { status: 'failed', error: errorFacts(error) };
  };

  /** What was asked for before the tables changed may be old: it is waited for and fetched again. */
  const renewEntry = async (entry: Entry): Promise<void> => {
    const { signal: aborted } = entry.controller;
    const { dataset, request } = entry;
    const ticket = want(dataset, request);
    const end = activity.begin();
    try {
      const known = await awaitData(ticket, aborted).catch(() => null);
      if (aborted.aborted) return;
      if (entry.state.value.status === 'failed') return entry.load();
      const data = await load(entry, { signal: aborted }, request.kind === 'cube' ? (known as Cube) : null);
      if (!aborted.aborted) keep(entry, data);
    } catch (error) {
      fail(entry, error);
    } finally {
      end();
      ticket.release();
    }
  };

  const renew = async (dataset: string, manifest: Metrics, changed: ReadonlySet<string>): Promise<void> => {
    grown.set(dataset, manifest);
    const affected = [...entries.values()].filter(
      (entry) =>
        entry.dataset === dataset && requestTables(entry.request).some((table) => changed.has(table)),
    );
    const wanted = affected.filter((entry) => entry.users > 0);
    for (const entry of affected) if (entry.users === 0) forget(entry);
    const [derived, fetched] = [true, false].map((is) =>
      wanted.filter(({ request }) => isDerived(request) === is),
    );
    await Promise.all(fetched.map(renewEntry));
    await Promise.all(derived.map(renewEntry));
  };

  const forget = (entry: Entry) => {
    entry.controller.abort();
    entries.delete(entry.key);
  };

  const evict = () => {
    let held = 0;
    for (const entry of entries.values()) held += entry.bytes;
    for (const entry of entries.values()) {
      if (held <= budget) return;
      if (entry.users > 0) continue;
      held -= entry.bytes;
      entries.delete(entry.key);
    }
  };

  const drop = (entry: Entry) => {
    if (entry.users > 0 || entries.get(entry.key) !== entry) return;
    if (entry.state.value.status === 'ready') return;
    forget(entry);
  };

  const release = (entry: Entry) => {
    entry.users--;
    if (entry.users > 0) return;
    evict();
    setTimeout(drop, graceMilliseconds, entry);
  };

  const want = <Data>(dataset: string, request: DataRequest<Data>): Ticket<Data> => {
    const key = requestKey(dataset, request);
    const known = entries.get(key);
    const entry = known ?? createEntry(key, dataset, request);
    entries.delete(key);
    entries.set(key, entry);
    entry.users++;
    if (!known) entry.load();
    if (!request.later) entry.hurry();
    let held = true;
    return {
      // Equal requests have results of one type, and the key tells requests apart.
      state: entry.state as Signal<RequestState<Data>>,
      retry: () => {
        if (entry.state.value.status === 'failed') entry.load();
      },
      release: () => {
        if (held) release(entry);
        held = false;
      },
    };
  };

  return { want, renew };
}

/** The data of a request when they are there; lets go of it then, or when the work is not wanted any more. */
function awaitTicket<Data>(ticket: Ticket<Data>, aborted: AbortSignal): Promise<Data> {
  return awaitData(ticket, aborted).finally(ticket.release);
}

function awaitData<Data>({ state }: Ticket<Data>, aborted: AbortSignal): Promise<Data> {
  return new Promise<Data>((resolve, reject) => {
    const stop = state.subscribe((value) => {
      if (value.status === 'ready') resolve(value.data);
      else if (value.status === 'failed') reject(errorFromFacts(value.error));
      else return;
      // The subscription calls back before it returns where the data are there already.
      queueMicrotask(() => stop());
    });
    aborted.addEventListener('abort', () => reject(aborted.reason));
  });
}

/** What no dataset answers is the same for all of them. */
export function requestKey(dataset: string, request: DataRequest): string {
  const shared = request.kind === 'offers' || request.kind === 'library';
  return `${shared ? '' : dataset} ${requestText(request)}`;
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
