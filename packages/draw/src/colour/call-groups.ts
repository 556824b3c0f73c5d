import { categoryColours } from './categories.ts';

/** What a call is for. The first pattern that fits decides. */
export const callGroups = [
  'waiting',
  'sending',
  'receiving',
  'collective',
  'one-sided',
  'files',
  'set-up',
  'other',
] as const;
export type CallGroup = (typeof callGroups)[number];

const patterns: readonly (readonly [RegExp, CallGroup])[] = [
  [/^(Wait|Test(all|any|some)?$|Request_get_status)/, 'waiting'],
  [/^(Sendrecv|Isendrecv|[ISBR]?send|I[sbr]send|Start(all)?$|Psend|Pready|Buffer_)/i, 'sending'],
  [/^(M?recv|Im?recv|I?m?probe|Precv|Parrived|receive$)/i, 'receiving'],
  [/^(Put|Get$|R?accumulate|Rput|Rget|Get_acc|Fetch_and|Compare_and|Win_)/i, 'one-sided'],
  [/^File_|^Register_datarep/, 'files'],
  [
    /^I?(barrier|bcast|gatherv?|scatterv?|allgatherv?|alltoall[vw]?|reduce|allreduce|reduce_scatter(_block)?|scan|exscan|neighbor_\w+)(_init)?$/i,
    'collective',
  ],
  [
    /^(Init|Finalize|Abort|Comm_|Intercomm|Cart|Graph|Dist_graph|Topo|Group_|Type_|Op_|Info_|Attr_|Keyval|Dims|Session|Errhandler)/,
    'set-up',
  ],
];

export function callGroup(call: string): CallGroup {
  const name = call.replace(/^P?MPI_/, '');
  return patterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
}

const colours: Readonly<Record<CallGroup, string>> = {
  waiting: categoryColours[0],
  sending: categoryColours[4],
  receiving: categoryColours[2],
  collective: categoryColours[3],
  'one-sided': categoryColours[7],
  files: categoryColours[16],
  'set-up': '#8e939b',
  other: '#b9bcae',
};

export function groupColour(group: CallGroup): string {
  return colours[group];
}
