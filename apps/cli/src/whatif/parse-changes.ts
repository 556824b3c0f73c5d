import { readFileSync } from 'node:fs';
import { type Change, jobNumber, type Machine } from '@weft/cause';
import { WeftError } from '@weft/model';
import { placements, routers } from '@weft/network';

export interface ChangeFlags {
  readonly without: readonly string[];
  readonly routing?: string;
  readonly placement: readonly string[];
  readonly repair: readonly string[];
  readonly degrade: readonly string[];
  readonly ideal?: boolean;
  readonly balanced: readonly string[];
  readonly compute: readonly string[];
}

/** The options of `weft whatif` as changes, checked against the machine. */
export function parseChanges(flags: ChangeFlags, machine: Machine): Change[] {
  const changes: Change[] = [
    ...flags.repair.flatMap((text) => repairOf(text, machine)),
    ...flags.degrade.map((text) => degradeOf(text, machine)),
    ...flags.without.map((job): Change => ({ kind: 'without', job: knownJob(job, machine) })),
    ...(flags.routing === undefined ? [] : [routingOf(flags.routing)]),
    ...flags.placement.map((text) => placementOf(text, machine)),
    ...flags.balanced.map((job): Change => ({ kind: 'balanced', job: knownJob(job, machine) })),
    ...flags.compute.map((text) => computeOf(text, machine)),
    ...(flags.ideal ? [{ kind: 'ideal' } as const] : []),
  ];
  if (changes.length === 0) throw wrongOption('nothing is to be changed', 'See `weft whatif --help`.');
  checkTogether(flags);
  return changes;
}

function wrongOption(message: string, advice: string): WeftError {
  return new WeftError({ code: 'BAD-CHANGE', message, advice });
}

function knownJob(name: string, machine: Machine): string {
  return machine.jobs[jobNumber(machine, name)].name;
}

/** Options that say opposite things about the same part. */
function checkTogether({
  without,
  placement,
  balanced,
  compute,
  ideal,
  routing,
  degrade,
  repair,
}: ChangeFlags) {
  const named = [...placement, ...compute].map((text) => text.slice(0, text.lastIndexOf('=')));
  const twice = [...named, ...balanced].find((job) => without.includes(job));
  if (twice) throw wrongOption(`${twice} is taken away and changed`, 'Name a job in one of them.');
  if (ideal && (routing || degrade.length > 0)) {
    throw wrongOption('an ideal network has no routing and no slow links', 'Leave out --ideal or the other.');
  }
  const link = degrade.map((text) => text.split('=')[0]).find((id) => repair.includes(id));
  if (link) throw wrongOption(`link ${link} is repaired and degraded`, 'Name a link in one of them.');
}

function routingOf(router: string): Change {
  if (routers.some(({ name }) => name === router)) return { kind: 'routing', router };
  throw wrongOption(`no router is called ${router}`, `Known: ${routers.map(({ name }) => name).join(', ')}`);
}

function repairOf(text: string, machine: Machine): Change[] {
  if (text === 'all') {
    const cables: Change[] = machine.described.missing.length > 0 ? [{ kind: 'restore', cables: 'all' }] : [];
    return [{ kind: 'repair', links: 'all' }, ...cables];
  }
  const missing = machine.described.missing.filter(
    ({ from, fromPort, to, toPort }) => text === `${from}:${fromPort}` || text === `${to}:${toPort}`,
  );
  if (missing.length > 0) return [{ kind: 'restore', cables: missing }];
  return [{ kind: 'repair', links: [linkOf(text, machine)] }];
}

function linkOf(text: string, { fabric }: Machine): number {
  const link = Number(text);
  if (/^\d+$/.test(text) && link < fabric.network.linkCount) return link;
  throw new WeftError({
    code: 'UNKNOWN-LINK',
    message: `there is no link ${text}`,
    advice: `Links are numbered 0 to ${fabric.network.linkCount - 1}; a missing cable is named by vertex and port, e.g. 12:3.`,
  });
}

function degradeOf(text: string, machine: Machine): Change {
  const [link, given = ''] = text.split('=');
  const share = Number(given);
  if (given !== '' && share > 0 && share <= 1) return { kind: 'degrade', link: linkOf(link, machine), share };
  throw wrongOption(`${text} is not a link and a share`, 'For example --degrade 17=0.25.');
}

function computeOf(text: string, machine: Machine): Change {
  const at = text.lastIndexOf('=');
  const factor = Number(text.slice(at + 1));
  if (at > 0 && factor >= 0 && text.length > at + 1) {
    return { kind: 'compute', job: knownJob(text.slice(0, at), machine), factor };
  }
  throw wrongOption(`${text} is not a job and a factor`, 'For example --compute solver=0.5.');
}

function placementOf(text: string, machine: Machine): Change {
  const at = text.lastIndexOf('=');
  if (at <= 0)
    throw wrongOption(`${text} is not a job and a placement`, 'For example --placement solver=random.');
  const job = knownJob(text.slice(0, at), machine);
  const given = text.slice(at + 1);
  if (placements.some(({ name }) => name === given)) return { kind: 'placement', job, placement: given };
  return { kind: 'placement', job, placement: { hosts: hostsOfFile(given) } };
}

/** A list of hosts as `weft advise` writes it: the vertex of the host of each node. */
function hostsOfFile(file: string): number[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    const known = placements.map(({ name }) => name).join(', ');
    throw wrongOption(`${file} is neither a placement nor a file`, `Known placements: ${known}`);
  }
  const entries = text.split(/\s+/).filter(Boolean);
  const wrong = entries.findIndex((entry) => !/^\d+$/.test(entry));
  if (wrong < 0) return entries.map(Number);
  throw wrongOption(`${file}: entry ${wrong + 1} is not a host`, 'One vertex id a line.');
}
