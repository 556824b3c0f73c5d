/** A communicator of the whole trace. */
export interface Communicator {
  /** Id in the communicators table; 0 = world. */
  readonly id: number;
  /** World ranks in the order of their ranks inside. */
  readonly members: Int32Array;
  /** Members of the other group of an intercommunicator, else null; `members` is the group of the creation's first side. */
  readonly remote: Int32Array | null;
  /** The call that made it. */
  readonly origin: string;
}

/** All communicators of a trace, ids in order of discovery. */
export class CommunicatorRegistry {
  readonly list: Communicator[] = [];

  constructor(worldSize: number) {
    this.add(
      Int32Array.from({ length: worldSize }, (_, rank) => rank),
      null,
      'MPI_COMM_WORLD',
    );
  }

  get world(): Communicator {
    return this.list[0];
  }

  add(members: Int32Array, remote: Int32Array | null, origin: string): Communicator {
    const communicator = { id: this.list.length, members, remote, origin };
    this.list.push(communicator);
    return communicator;
  }
}
