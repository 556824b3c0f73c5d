import { computed, type ReadonlySignal } from '@preact/signals';
import type { Network, Selection, TableColumns } from '@weft/model';
import { assumedRouting, routingFromRoutes, selectedRoutes } from '@weft/network';
import { type DataRequest, type DatasetInfo, needTable, type RouteMarks } from '@weft/views';

/** Forwarding tables beyond this many rows are computed in the page instead of fetched. */
const MOST_ROWS = 4_000_000;

interface RouteSources {
  readonly dataset: DatasetInfo;
  readonly selection: ReadonlySignal<Selection>;
  readonly network: ReadonlySignal<Network | null>;
  /** Keeps a request wanted while it is not null and gives its data. */
  follow<T>(request: () => DataRequest<T> | null): ReadonlySignal<T | null>;
}

/** Which links and vertices the chosen sources, destinations, ports, jobs and links use. Fetches tables only when one is chosen. */
export function createRoutes({ dataset, selection, network, follow }: RouteSources) {
  const ends = stablePick(selection);
  const chosen = computed(() =>
    Object.values(ends.value).some((part) => Array.isArray(part) && part.length > 0),
  );
  const tableRows = dataset.manifest.tables.routes?.rows ?? 0;
  const fetched = tableRows > 0 && tableRows <= MOST_ROWS;
  const routes = follow(() => (chosen.value && fetched ? needTable('routes') : null));
  const placed = (dataset.manifest.tables.ranks?.rows ?? 0) > 0;
  const ranks = follow(() => {
    const { jobs, ranks: members } = ends.value;
    return jobs.length > 0 || (placed && members.length > 0) ? needTable('ranks') : null;
  });
  const start = computed(() => selection.value.time?.[0] ?? dataset.manifest.timeRange?.[0] ?? 0);
  const routing = computed(() => {
    if (!network.value || !chosen.value) return null;
    if (!fetched) return assumedRouting(network.value);
    return routes.value && routingFromRoutes(network.value, routes.value.columns, start.value);
  });

  const marks = computed((): RouteMarks | null => {
    const { jobs, links, ranks: members, switchesOf, ...chosenEnds } = ends.value;
    if (!routing.value || (jobs.length + members.length > 0 && !ranks.value)) return null;
    const jobHosts = chosenHosts(ranks.value?.columns ?? null, jobs, members);
    const found = selectedRoutes(routing.value, {
      ...chosenEnds,
      jobHosts,
      through: links,
      switchesOf,
    });
    return found && { ...found, origin: fetched ? 'routing table' : `computed: ${routing.value.name}` };
  });
  return marks;
}

/** The same object while its parts are the same, so that brushing time does not trace routes again. */
function stablePick(selection: ReadonlySignal<Selection>) {
  let last: RouteEnds = selection.peek();
  return computed((): RouteEnds => {
    const { sources, destinations, sourcePorts, destinationPorts, jobs, links, ranks, switchesOf } =
      selection.value;
    const next = { sources, destinations, sourcePorts, destinationPorts, jobs, links, ranks, switchesOf };
    if (JSON.stringify(next) !== JSON.stringify(last)) last = next;
    return last;
  });
}

type RouteEnds = Pick<
  Selection,
  'sources' | 'destinations' | 'sourcePorts' | 'destinationPorts' | 'jobs' | 'links' | 'ranks' | 'switchesOf'
>;

/** Hosts of each chosen job; with ranks chosen, too, only theirs. Ranks alone are those of the lowest job. */
export function chosenHosts(
  ranks: TableColumns<'ranks'> | null,
  jobs: readonly number[],
  members: readonly number[],
): Int32Array[] {
  if (!ranks) return [];
  const lowest = ranks.job.reduce((least, job) => Math.min(least, job), Number.POSITIVE_INFINITY);
  const of = jobs.length === 0 && members.length > 0 && ranks.job.length > 0 ? [lowest] : jobs;
  const kept = members.length > 0 ? new Set(members) : null;
  return of.map((job) => hostsOfJob(ranks, job, kept)).filter((hosts) => hosts.length > 0);
}

function hostsOfJob(
  ranks: TableColumns<'ranks'>,
  job: number,
  members: ReadonlySet<number> | null = null,
): Int32Array {
  const hosts = new Set<number>();
  for (let row = 0; row < ranks.job.length; row++) {
    if (members && !members.has(ranks.rank[row])) continue;
    if (ranks.job[row] === job && ranks.host[row] >= 0) hosts.add(ranks.host[row]);
  }
  return Int32Array.from(hosts).sort();
}
