import { collectiveReaders } from './collective-calls.ts';
import { freesCommunicator, makesCommunicator } from './creation-events.ts';
import { typeCreatingIds } from './datatype-sizes.ts';
import { FUNCTION_COUNT, functionId, functionLayouts } from './record-layout.ts';

/** What the decoder does with a record, by function id. */
export const recordKind = {
  other: 0,
  send: 1,
  isend: 2,
  receive: 3,
  ireceive: 4,
  sendrecv: 5,
  sendrecvReplace: 6,
  sendInit: 7,
  receiveInit: 8,
  start: 9,
  startAll: 10,
  wait: 11,
  test: 12,
  waitAny: 13,
  testAny: 14,
  waitAll: 15,
  testAll: 16,
  someDone: 17,
  requestFree: 18,
  cancel: 19,
  collective: 20,
  makesCommunicator: 21,
  makesType: 22,
  freesCommunicator: 23,
  put: 24,
  get: 25,
  makesWindow: 26,
  freesWindow: 27,
  file: 28,
} as const;

const names: Readonly<Record<string, number>> = {
  MPI_Send: recordKind.send,
  MPI_Bsend: recordKind.send,
  MPI_Ssend: recordKind.send,
  MPI_Rsend: recordKind.send,
  MPI_Isend: recordKind.isend,
  MPI_Ibsend: recordKind.isend,
  MPI_Issend: recordKind.isend,
  MPI_Irsend: recordKind.isend,
  MPI_Recv: recordKind.receive,
  MPI_Irecv: recordKind.ireceive,
  MPI_Sendrecv: recordKind.sendrecv,
  MPI_Sendrecv_replace: recordKind.sendrecvReplace,
  MPI_Send_init: recordKind.sendInit,
  MPI_Bsend_init: recordKind.sendInit,
  MPI_Ssend_init: recordKind.sendInit,
  MPI_Rsend_init: recordKind.sendInit,
  MPI_Recv_init: recordKind.receiveInit,
  MPI_Start: recordKind.start,
  MPI_Startall: recordKind.startAll,
  MPI_Wait: recordKind.wait,
  MPI_Test: recordKind.test,
  MPI_Waitany: recordKind.waitAny,
  MPI_Testany: recordKind.testAny,
  MPI_Waitall: recordKind.waitAll,
  MPI_Testall: recordKind.testAll,
  MPI_Waitsome: recordKind.someDone,
  MPI_Testsome: recordKind.someDone,
  MPI_Request_free: recordKind.requestFree,
  MPI_Cancel: recordKind.cancel,
  MPI_Put: recordKind.put,
  MPI_Accumulate: recordKind.put,
  MPI_Get: recordKind.get,
  MPI_Win_create: recordKind.makesWindow,
  MPI_Win_free: recordKind.freesWindow,
};

export const recordKinds = new Uint8Array(FUNCTION_COUNT);
for (const [name, kind] of Object.entries(names)) recordKinds[functionId(name)] = kind;
collectiveReaders.forEach((read, id) => {
  if (read) recordKinds[id] = recordKind.collective;
});
makesCommunicator.forEach((makes, id) => {
  if (makes) recordKinds[id] = recordKind.makesCommunicator;
});
freesCommunicator.forEach((frees, id) => {
  if (frees) recordKinds[id] = recordKind.freesCommunicator;
});
for (const id of typeCreatingIds) recordKinds[id] = recordKind.makesType;

/** Where the count of a file's read or write stands from its first argument; its datatype follows. */
export const fileCountAt = new Uint8Array(FUNCTION_COUNT);
for (const layout of functionLayouts) {
  if (!layout || !/^MPI_File_i?(read|write)/.test(layout.name)) continue;
  const names = layout.arguments.map(({ name }) => name);
  if (!names.includes('count')) continue;
  recordKinds[layout.id] = recordKind.file;
  fileCountAt[layout.id] = names.includes('offset') ? 10 : 2;
}
