import { callGroup, groupColour } from './call-groups.ts';
import { categoryColours } from './categories.ts';

/** Start and end of a program are wide and of little interest: they are grey. */
const START_AND_END = '#8e939b';

/** The calls most traces are made of keep their colour from trace to trace. */
const familiar: Readonly<Record<string, string>> = {
  MPI_Init: START_AND_END,
  MPI_Init_thread: START_AND_END,
  MPI_Finalize: START_AND_END,
  MPI_Wait: categoryColours[0],
  MPI_Isend: categoryColours[1],
  MPI_Recv: categoryColours[2],
  MPI_Allreduce: categoryColours[3],
  MPI_Send: categoryColours[4],
  MPI_Waitall: categoryColours[5],
  MPI_Barrier: categoryColours[6],
  MPI_Bcast: categoryColours[7],
  MPI_Irecv: categoryColours[8],
};

/** Calls that ask or prepare and return at once share a colour, so that others need not. */
const LOCAL =
  /^P?MPI_(W(time|tick)|Comm_(rank|size|group|compare|test_inter|remote|get|set|free)|Cart_(rank|shift|coords|get)|Cartdim|Dims|Type_|Group_|Get_|Initialized|Finalized|Is_thread|Query|Pack|Unpack|Op_|Attr_|Keyval|Info_|Err|Address|Status|Request_|Buffer|Topo)/;
const PLAIN = '#b9bcae';

/** A colour for each call name, the same in every view of a dataset; others take what is free, by name. */
export function callColours(names: Iterable<string>): Map<string, string> {
  const sorted = [...new Set(names)].sort();
  const taken = new Set(sorted.map((name) => familiar[name]));
  const free = categoryColours.filter((colour) => !taken.has(colour));
  const palette = free.length > 0 ? free : categoryColours;
  const known = (name: string): boolean => Object.hasOwn(familiar, name) || LOCAL.test(name);
  const places = new Map(sorted.filter((name) => !known(name)).map((name, place) => [name, place]));
  return new Map(
    sorted.map((name) => {
      const place = places.get(name);
      return [name, place === undefined ? (familiar[name] ?? PLAIN) : palette[place % palette.length]];
    }),
  );
}

/** The same by what calls are for. */
export function groupColours(names: Iterable<string>): Map<string, string> {
  return new Map([...names].map((name) => [name, groupColour(callGroup(name))]));
}

/** `MPI_Waitall` takes less room as `Waitall`. */
export function shortCall(name: string): string {
  return name.replace(/^P?MPI_/, '');
}
