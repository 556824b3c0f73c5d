/** Event record ids of OTF2, with the names its own tools print. */
export const FIRST_EVENT = 10;

const names =
  `BUFFER_FLUSH MEASUREMENT_ON_OFF ENTER LEAVE MPI_SEND MPI_ISEND MPI_ISEND_COMPLETE MPI_IRECV_REQUEST
MPI_RECV MPI_IRECV MPI_REQUEST_TEST MPI_REQUEST_CANCELLED MPI_COLLECTIVE_BEGIN MPI_COLLECTIVE_END OMP_FORK OMP_JOIN
OMP_ACQUIRE_LOCK OMP_RELEASE_LOCK OMP_TASK_CREATE OMP_TASK_SWITCH OMP_TASK_COMPLETE METRIC PARAMETER_STRING
PARAMETER_INT64 PARAMETER_UINT64 RMA_WIN_CREATE RMA_WIN_DESTROY RMA_COLLECTIVE_BEGIN RMA_COLLECTIVE_END
RMA_GROUP_SYNC RMA_REQUEST_LOCK RMA_ACQUIRE_LOCK RMA_TRY_LOCK RMA_RELEASE_LOCK RMA_SYNC RMA_WAIT_CHANGE RMA_PUT
RMA_GET RMA_ATOMIC RMA_OP_COMPLETE_BLOCKING RMA_OP_COMPLETE_NON_BLOCKING RMA_OP_TEST RMA_OP_COMPLETE_REMOTE
THREAD_FORK THREAD_JOIN THREAD_TEAM_BEGIN THREAD_TEAM_END THREAD_ACQUIRE_LOCK THREAD_RELEASE_LOCK THREAD_TASK_CREATE
THREAD_TASK_SWITCH THREAD_TASK_COMPLETE THREAD_CREATE THREAD_BEGIN THREAD_WAIT THREAD_END CALLING_CONTEXT_ENTER
CALLING_CONTEXT_LEAVE CALLING_CONTEXT_SAMPLE IO_CREATE_HANDLE IO_DESTROY_HANDLE IO_DUPLICATE_HANDLE IO_SEEK
IO_CHANGE_FLAGS IO_DELETE_FILE IO_OPERATION_BEGIN IO_OPERATION_TEST IO_OPERATION_ISSUED
IO_OPERATION_COMPLETE IO_OPERATION_CANCELLED IO_ACQUIRE_LOCK IO_RELEASE_LOCK IO_TRY_LOCK PROGRAM_BEGIN PROGRAM_END
NON_BLOCKING_COLLECTIVE_REQUEST NON_BLOCKING_COLLECTIVE_COMPLETE COMM_CREATE COMM_DESTROY`.split(/\s+/);

export const LAST_EVENT = FIRST_EVENT + names.length - 1;

export function eventName(id: number): string {
  return names[id - FIRST_EVENT] ?? `RECORD_${id}`;
}

export function isKnownEvent(id: number): boolean {
  return id >= FIRST_EVENT && id <= LAST_EVENT;
}

export const ENTER = 12;
export const LEAVE = 13;
export const MPI_SEND = 14;
export const MPI_ISEND = 15;
export const MPI_ISEND_COMPLETE = 16;
export const MPI_IRECV_REQUEST = 17;
export const MPI_RECV = 18;
export const MPI_IRECV = 19;
export const MPI_REQUEST_TEST = 20;
export const MPI_REQUEST_CANCELLED = 21;
export const MPI_COLLECTIVE_BEGIN = 22;
export const MPI_COLLECTIVE_END = 23;
export const OMP_FORK = 24;
export const OMP_TASK_CREATE = 28;
export const OMP_TASK_COMPLETE = 30;
export const METRIC = 31;
export const RMA_PUT = 46;
export const RMA_GET = 47;
export const RMA_ATOMIC = 48;
export const RMA_OP_COMPLETE_BLOCKING = 49;
export const RMA_OP_COMPLETE_NON_BLOCKING = 50;
export const CALLING_CONTEXT_ENTER = 66;
export const CALLING_CONTEXT_LEAVE = 67;
export const IO_OPERATION_BEGIN = 75;
export const COLLECTIVE_REQUEST = 85;
export const COLLECTIVE_COMPLETE = 86;
export const COMM_CREATE = 87;
export const COMM_DESTROY = 88;

/** Collective operations by code: OTF2's name and the MPI call. */
const operations: readonly string[][] =
  `BARRIER Barrier, BCAST Bcast, GATHER Gather, GATHERV Gatherv, SCATTER Scatter, SCATTERV Scatterv,
ALLGATHER Allgather, ALLGATHERV Allgatherv, ALLTOALL Alltoall, ALLTOALLV Alltoallv, ALLTOALLW Alltoallw,
ALLREDUCE Allreduce, REDUCE Reduce, REDUCE_SCATTER Reduce_scatter, SCAN Scan, EXSCAN Exscan,
REDUCE_SCATTER_BLOCK Reduce_scatter_block, CREATE_HANDLE Comm_create, DESTROY_HANDLE Comm_free,
ALLOCATE Win_allocate, DEALLOCATE Win_free, CREATE_HANDLE_AND_ALLOCATE Win_create,
DESTROY_HANDLE_AND_DEALLOCATE Win_free`
    .split(/,\s*/)
    .map((pair) => pair.split(' '));

export function operationName(op: number): string {
  return operations[op]?.[0] ?? `OPERATION_${op}`;
}

/** What OTF2 calls neither of its operations. */
const NO_OPERATION = 255;

/** The operation of a call, blocking or not. */
export function operationOf(call: string): number {
  const name = call.replace(/^MPI_(I(?=[a-z]))?/, '').toLowerCase();
  const found = operations.findIndex(([, own]) => own.toLowerCase() === name);
  return found < 0 ? NO_OPERATION : found;
}

/** The MPI call behind an operation, where the trace does not name the region around it. */
export function operationCall(op: number, nonBlocking: boolean): string {
  const call = operations[op]?.[1];
  if (call === undefined) return 'MPI_Collective';
  return nonBlocking && op <= LAST_DATA_OPERATION ? `MPI_I${call.toLowerCase()}` : `MPI_${call}`;
}

const LAST_DATA_OPERATION = 16;
export const OPERATIONS = operations.length;

/** The MPI call behind an event that lies in no region. */
export function plainCallName(kind: number, op: number): string {
  if (kind === MPI_COLLECTIVE_END || kind === COLLECTIVE_REQUEST) return operationCall(op, false);
  if (kind === COLLECTIVE_COMPLETE) return operationCall(op, true);
  if (kind === MPI_SEND) return 'MPI_Send';
  if (kind === MPI_ISEND || kind === MPI_ISEND_COMPLETE) return 'MPI_Isend';
  if (kind === RMA_PUT) return 'MPI_Put';
  if (kind === RMA_GET) return 'MPI_Get';
  if (kind === RMA_ATOMIC) return 'MPI_Get_accumulate';
  return kind === MPI_RECV ? 'MPI_Recv' : 'MPI_Irecv';
}

/** Calls that complete what others started; they have the first codes of a trace's calls. */
export const completingCalls: readonly string[] = ['Wait', 'Test'].flatMap((call) =>
  ['', 'all', 'any', 'some'].map((which) => `MPI_${call}${which}`),
);

/** Whether a call by its code completes what others started. */
export function isCompleting(call: number): boolean {
  return call < completingCalls.length;
}

/** Every name `plainCallName` can give. */
export const plainCallNames: readonly string[] = [
  'MPI_Send',
  'MPI_Isend',
  'MPI_Recv',
  'MPI_Irecv',
  'MPI_Put',
  'MPI_Get',
  'MPI_Get_accumulate',
  ...Array.from({ length: OPERATIONS + 1 }, (_, op) => [
    operationCall(op, false),
    operationCall(op, true),
  ]).flat(),
];
