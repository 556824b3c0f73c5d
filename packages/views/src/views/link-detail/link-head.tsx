import { jobColour } from '@weft/draw';
import { formatExact, formatQuantity, NONE, textAt } from '@weft/model';
import { linkName } from '@weft/network';
import { fullestStep, fullestText } from './fullest-step.ts';
import { jobName, type LinkData, type LinkModel } from './link-model.ts';

/** Which links, how much they carried, and the whole as one divided bar. */
export function LinkHead({
  data,
  links,
  model,
  metric,
  origin,
}: {
  readonly data: LinkData;
  readonly links: readonly number[];
  readonly model: LinkModel;
  readonly metric: string | null;
  readonly origin: string | null;
}) {
  const { network } = data;
  const counted = model.shares.counted;
  const rate = model.span > 0 ? (counted * 1e9) / model.span : Number.NaN;
  const capacity = links.reduce((sum, link) => sum + Math.max(network.links.capacity[link], 0), 0);
  const fullest = metric && fullestStep(model, data.jobs.columns);
  return (
    <header class="link-head">
      <h3 title={links.map((link) => linkName(network, link)).join('\n')}>
        {links.length === 1 ? linkName(network, links[0]) : `${links.length} links, added up`}{' '}
        <span class="kit-note">
          {[...new Set(links.map((link) => classOf(network, link)))].filter(Boolean).join(', ')}
        </span>
      </h3>
      {metric && (
        <p>
          <b data-field="counted" title={formatExact(counted, 'B')}>
            {formatQuantity(counted, 'B')}
          </b>{' '}
          <span class="kit-note">{metric}</span>
          {Number.isFinite(rate) && `, ${formatQuantity(rate, 'B/s')}`}
          {capacity > 0 && Number.isFinite(rate) && (
            <span class="kit-note">{` (${((100 * rate) / capacity).toFixed(1)} % full)`}</span>
          )}
        </p>
      )}
      {fullest && <p data-field="fullest">{fullestText(fullest, capacity, data.jobs.columns, origin)}</p>}
      {model.source !== 'candidates' && <ShareBar data={data} model={model} />}
    </header>
  );
}

function ShareBar({ data, model }: { data: LinkData; model: LinkModel }) {
  return (
    <div class="link-bar" role="img" aria-label="Shares of the jobs">
      {model.shares.parts.map(({ job, share }) => (
        <span
          key={job}
          class={job === NONE ? 'link-unexplained' : undefined}
          style={{ width: `${100 * share}%`, background: job === NONE ? undefined : jobColour(job) }}
          title={job === NONE ? 'unexplained' : jobName(data.jobs.columns, job)}
        />
      ))}
    </div>
  );
}

function classOf({ links }: LinkData['network'], link: number): string {
  return [textAt(links.class, link), textAt(links.direction, link)].filter(Boolean).join(' ');
}
