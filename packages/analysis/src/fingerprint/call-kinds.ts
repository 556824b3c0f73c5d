/** Kinds of calls that tell codes apart; the first that fits counts. */
export const callKinds = [
  { name: 'sendrecv', title: 'send-receives', names: /^MPI_Sendrecv/i },
  { name: 'persistent', title: 'persistent sends', names: /^MPI_(Start|[BRS]?send_init|Recv_init)/i },
  { name: 'immediate', title: 'sends without waiting', names: /^MPI_I[brs]?send$/i },
  { name: 'blocking', title: 'blocking sends', names: /^MPI_[BRS]?send$/i },
  { name: 'receive', title: 'receives', names: /^MPI_I?m?recv$/i },
  { name: 'wait', title: 'waits and tests', names: /^MPI_(Wait|Test)/i },
  { name: 'probe', title: 'probes', names: /^MPI_I?m?probe$/i },
  { name: 'allreduce', title: 'all-reduces', names: /^MPI_I?allreduce|^ncclAllReduce/i },
  { name: 'reduce', title: 'reduces and scans', names: /^MPI_I?(reduce|ex?scan)/i },
  { name: 'broadcast', title: 'broadcasts', names: /^MPI_I?bcast/i },
  { name: 'alltoall', title: 'all-to-alls', names: /^MPI_I?(neighbor_)?alltoall/i },
  { name: 'gather', title: 'gathers and scatters', names: /^MPI_I?(neighbor_)?(all)?(gather|scatter)/i },
  { name: 'barrier', title: 'barriers', names: /^MPI_I?barrier/i },
] as const;

type CallKind = (typeof callKinds)[number]['name'];

export function callKind(call: string): CallKind | null {
  return callKinds.find(({ names }) => names.test(call))?.name ?? null;
}
