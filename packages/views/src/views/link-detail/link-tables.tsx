import type { Signal } from '@preact/signals';
import { jobColour } from '@weft/draw';
import { formatDuration, formatExact, formatQuantity, NONE } from '@weft/model';
import type { Workspace } from '../../workspace.ts';
import { jobName, type LinkData, type LinkModel } from './link-model.ts';
import { roundShares } from './link-shares.ts';
import { PairList, type PairsBy } from './pair-list.tsx';

/** Jobs shown one by one; the others stand in one row. */
const MOST_JOBS = 40;

const exactBytes = (bytes: number): string => formatExact(Math.round(bytes), 'B');

interface TableProps {
  readonly data: LinkData;
  readonly model: LinkModel;
  readonly workspace: Workspace;
}

export function ShareTable(
  props: TableProps & {
    readonly open: number;
    readonly onOpen: (job: number) => void;
    readonly by: Signal<PairsBy>;
  },
) {
  const { data, model, open, onOpen } = props;
  const { parts } = model.shares;
  const percent = roundShares(parts.map(({ share }) => share));
  const shown = parts.filter(({ job }, at) => at < MOST_JOBS || job === NONE);
  const hidden = parts.filter(({ job }, at) => at >= MOST_JOBS && job !== NONE);
  const hiddenBytes = hidden.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <table class="link-table" aria-label="Shares of the jobs">
      <Header names={['Job', 'Bytes', 'Share']} />
      {shown.map((part) => (
        <tbody key={part.job}>
          <tr>
            <td>
              {part.job === NONE ? (
                <span class="link-rest">unexplained</span>
              ) : (
                <JobCell
                  {...props}
                  job={part.job}
                  open={model.messages ? part.job === open : null}
                  onOpen={onOpen}
                />
              )}
            </td>
            <td title={exactBytes(part.bytes)}>{formatQuantity(part.bytes, 'B')}</td>
            <td title={`${100 * part.share} %`}>{percent[parts.indexOf(part)]}</td>
          </tr>
          {part.job === open && data.pairs && (
            <tr>
              <td colSpan={3}>
                <PairList pairs={data.pairs} job={part.job} whole={part.bytes} by={props.by} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
      {hidden.length > 0 && (
        <tbody>
          <tr>
            <td class="kit-note">{`${hidden.length} more jobs`}</td>
            <td title={exactBytes(hiddenBytes)}>{formatQuantity(hiddenBytes, 'B')}</td>
            <td />
          </tr>
        </tbody>
      )}
    </table>
  );
}

export function CandidateTable({ data, model, workspace }: TableProps) {
  return (
    <>
      <p class="link-claim">
        Candidates: no table says what each job sent. These jobs ran in this time and have routes over the
        link, those with most pairs of nodes and time first.
      </p>
      <table class="link-table" aria-label="Jobs that may use the link">
        <Header names={['Candidate', 'Pairs', 'Time', 'Link with', 'without']} />
        <tbody>
          {model.candidates.slice(0, MOST_JOBS).map(({ job, pairs, ofPairs, time, during, otherwise }) => (
            <tr key={job}>
              <td>
                <JobCell data={data} workspace={workspace} job={job} open={null} />
              </td>
              <td title={`${formatExact(pairs, '')} of its ${formatExact(ofPairs, '')} pairs of nodes`}>
                {formatQuantity(pairs, 'count')}
              </td>
              <td>{formatDuration(time)}</td>
              <td title="Mean of the link while it runs">{formatQuantity(during, 'B/s')}</td>
              <td title="Mean of the link while it does not">{formatQuantity(otherwise, 'B/s')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {model.candidates.length === 0 && (
        <p class="link-notes kit-note">No job has a route over it in this time.</p>
      )}
    </>
  );
}

function Header({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function JobCell({
  data,
  workspace,
  job,
  open,
  onOpen,
}: {
  readonly data: LinkData;
  readonly workspace: Workspace;
  readonly job: number;
  /** null = there is nothing below it. */
  readonly open: boolean | null;
  readonly onOpen?: (job: number) => void;
}) {
  const name = jobName(data.jobs.columns, job);
  const selected = workspace.selection.value.jobs.includes(job);
  return (
    <span class="link-job">
      {open !== null && (
        <button
          type="button"
          class="link-open"
          aria-expanded={open}
          aria-label={`Rank pairs and calls of ${name}`}
          onClick={() => onOpen?.(job)}
        >
          {open ? '▾' : '▸'}
        </button>
      )}
      <span class="kit-swatch" style={{ background: jobColour(job) }} />
      <button
        type="button"
        class="link-name"
        aria-pressed={selected}
        title={`${name} (job ${job}): click to select it`}
        onClick={() => workspace.select({ jobs: selected ? [] : [job] }, 'commit')}
      >
        {name}
      </button>
    </span>
  );
}
