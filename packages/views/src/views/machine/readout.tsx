import { computed } from '@preact/signals';
import { layerColour } from '@weft/draw';
import { formatExact, formatQuantity } from '@weft/model';
import { useMemo } from 'preact/hooks';
import { HopList, useRouteHops } from '../../kit/hop-list.tsx';
import { Toggle } from '../../kit/view-root.tsx';
import { ComparedTable } from './compared-table.tsx';
import { describeFollowed, flightOf } from './follow.ts';
import { LegendCards } from './legend-cards.tsx';
import type { Traffic } from './machine-model.ts';
import { hasMessages, MOST_HOPS, MOST_MESSAGES, rowsOf } from './machine-needs.ts';
import type { MachinePicture } from './machine-picture.ts';
import type { Preparation } from './preparation.ts';

/** Names of stages that stand side by side. */
export function StageNames({ picture }: { readonly picture: MachinePicture }) {
  const ports = picture.camera.size.value && picture.camera.viewports();
  if (picture.staging.scenes.value.length < 2) return null;
  return (
    <>
      {picture.staging.scenes.value.map(({ stage }, i) => (
        <div
          key={stage.name}
          class="machine-name"
          style={{ left: `${ports[i].x + 10}px`, top: `${ports[i].y + 6}px` }}
        >
          <strong>{stage.name}</strong> {stage.title}
        </div>
      ))}
    </>
  );
}

/** Beside the picture: numbers, the message followed, notes and the legend. */
export function Readout({
  picture,
  preparation,
}: {
  readonly picture: MachinePicture;
  readonly preparation: Preparation;
}) {
  return (
    <aside class="machine-readout" aria-label="Numbers of the machine view">
      {picture.staging.fault.value && (
        <div class="machine-card" role="alert">
          {picture.staging.fault.value}
        </div>
      )}
      <LegendCards picture={picture} preparation={preparation} />
      <ComparedTable picture={picture} />
      <Hops picture={picture} />
      <LayerShares picture={picture} />
      <Follow picture={picture} />
      <Notes picture={picture} />
    </aside>
  );
}

/** Share of messages by the layer they turn at (LANL-45..47), over the active time range. */
function LayerShares({ picture }: { readonly picture: MachinePicture }) {
  const summary = picture.motion.layers.value;
  if (!summary || summary.messages === 0) return null;
  const most = Math.max(...summary.layers.map(({ share, uniform }) => Math.max(share, uniform)));
  return (
    <section class="machine-card" aria-label="Messages by turning layer">
      <div class="machine-share machine-title">
        <span class="machine-wide">Turns at layer</span>
        <span class="machine-number">share</span>
        <span class="machine-number kit-note">uniform</span>
      </div>
      {summary.layers.map(({ layer, share, messages, uniform }) => (
        <div class="machine-share" key={layer} title={`${formatExact(messages, '')} messages`}>
          <span>{layer}</span>
          <span class="machine-bar">
            <span style={{ width: `${(share / most) * 100}%`, background: layerColour(layer) }} />
            <i style={{ left: `${(uniform / most) * 100}%` }} />
          </span>
          <span class="machine-number" data-layer={layer}>{`${(share * 100).toFixed(1)} %`}</span>
          <span class="machine-number kit-note">{`${(uniform * 100).toFixed(1)} %`}</span>
        </div>
      ))}
      <div class="kit-note" data-field="mean-layer" title={`${formatExact(summary.messages, '')} messages`}>
        {`mean layer ${summary.mean.toFixed(2)} · ${messageCount(summary.messages)}`}
      </div>
    </section>
  );
}

/** Exact while it fits its line. */
function messageCount(messages: number): string {
  return messages < 1e5 ? `${formatExact(messages, '')} messages` : formatQuantity(messages, 'messages');
}

function Hops({ picture: { data, workspace } }: { readonly picture: MachinePicture }) {
  const hops = useRouteHops(workspace, data.network);
  if (!hops.value) return null;
  return (
    <section class="machine-card" aria-label="Route">
      <HopList hops={hops.value} network={data.network} workspace={workspace} />
    </section>
  );
}

function Follow({ picture }: { readonly picture: MachinePicture }) {
  const {
    options,
    motion: { traffic },
  } = picture;
  if (!traffic.value) return null;
  const search = (text: string): void => {
    const id = Number(text);
    const known = text !== '' && traffic.peek() && flightOf(traffic.peek()!, id) >= 0;
    options.follow.value = known ? id : -1;
  };
  return (
    <section class="machine-card" aria-label="Message followed">
      <label class="machine-field">
        <span class="kit-note">Follow message</span>
        <input
          class="kit-input machine-id"
          inputMode="numeric"
          placeholder="id"
          aria-label="Message to follow"
          value={options.follow.value < 0 ? '' : options.follow.value}
          onChange={({ currentTarget }) => search(currentTarget.value.trim())}
        />
        {options.follow.value >= 0 && (
          <button type="button" class="kit-button" aria-label="Stop following" onClick={() => search('')}>
            ×
          </button>
        )}
      </label>
      {options.follow.value >= 0 && <FollowedFacts picture={picture} />}
    </section>
  );
}

function FollowedFacts({ picture }: { readonly picture: MachinePicture }) {
  const facts = useMemo(() => computed(() => describeFollowed(picture)), [picture]).value;
  if (!facts) return <div class="kit-note">This message does not cross the network.</div>;
  const rows: readonly (readonly [string, string, string])[] = [
    ['state', facts.state, 'follow-state'],
    ['at', facts.place, 'follow-place'],
    ['done', facts.progress, 'follow-progress'],
    ['size', facts.bytes, 'follow-bytes'],
    [facts.measured ? 'modelled' : 'time', facts.times, 'follow-times'],
    ...(facts.measured ? [['measured', facts.measured, 'follow-measured'] as const] : []),
    ['turns at', facts.layer, 'follow-layer'],
  ];
  return (
    <>
      <div class="kit-note">{facts.ends}</div>
      {rows.map(([label, value, field]) => (
        <div class="machine-fact" key={label}>
          <span class="kit-note">{label}</span>
          <span data-field={field}>{value}</span>
        </div>
      ))}
      {facts.delays.map(({ link, delay }, hop) => (
        <div class="machine-fact" key={link}>
          <span class="kit-note">{link}</span>
          <span data-field={`follow-delay-${hop}`}>{delay}</span>
        </div>
      ))}
      <div class="machine-follow">
        <button type="button" class="kit-button" onClick={() => goToStart(picture)}>
          Go to its start
        </button>
        <Toggle
          label="Camera follows"
          value={picture.options.chase.value}
          onChange={(on) => {
            picture.options.chase.value = on;
          }}
        />
      </div>
    </>
  );
}

function goToStart({ options, motion: { traffic, playback } }: MachinePicture): void {
  const now = traffic.peek();
  const flight = now ? flightOf(now, options.follow.peek()) : -1;
  if (now && flight >= 0) playback.seek(now.flights.from[flight]);
}

/** Whether places of messages are known or interpolated. */
function placesNote({ flights: { hops, row }, replayed }: Traffic, recorded: number): string {
  if (hops) {
    const spread = row.filter((at) => hops.first[at] < 0).length;
    const others = spread > 0 ? ` ${formatExact(spread, '')} messages are not recorded: interpolated.` : '';
    const how = replayed
      ? 'modelled, not measured: the messages of the trace, replayed on this network from the times they were sent.'
      : 'recorded hop by hop; messages wait where they waited.';
    return `Places: ${how}${others}`;
  }
  const many =
    recorded > MOST_HOPS ? ` The ${formatExact(recorded, '')} recorded hops are too many to be fetched.` : '';
  return `Places: interpolated, the time of a message spread evenly over its links.${many}`;
}

/** What the picture leaves out, and what would bring it in. */
function Notes({ picture }: { readonly picture: MachinePicture }) {
  const {
    dataset,
    data,
    motion: { traffic },
  } = picture;
  const notes: string[] = [];
  const rows = rowsOf(dataset, 'messages');
  if (data.messages && data.messages.rows < rows)
    notes.push(
      `The first ${formatExact(MOST_MESSAGES, '')} of ${formatExact(rows, '')} messages; brush a shorter time to see all of it.`,
    );
  if (rows > 0 && !hasMessages(dataset))
    notes.push('The messages have no placement: import ranks with their hosts to see them move.');
  const planned = traffic.value;
  if (planned) {
    const { local, unplaced, unreachable } = planned.flights.skipped;
    if (unplaced > 0)
      notes.push(
        `${formatExact(unplaced, '')} messages have no host or no time: give a placement of ranks on hosts.`,
      );
    if (local > 0) notes.push(`${formatExact(local, '')} messages stay on their host.`);
    if (unreachable > 0) notes.push(`${formatExact(unreachable, '')} messages find no way.`);
    notes.push(`Paths: ${planned.origin}.`, placesNote(planned, rowsOf(dataset, 'hops')));
  }
  if (notes.length === 0) return null;
  return (
    <div class="machine-notes kit-note">
      {notes.map((note) => (
        <div key={note}>{note}</div>
      ))}
    </div>
  );
}
