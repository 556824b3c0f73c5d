export const requestKind = {
  none: 0,
  send: 1,
  receive: 2,
  persistentSend: 3,
  persistentReceive: 4,
} as const;

export const NO_HANDLE = -1;

/** Request ids are 16-bit numbers that may be negative; others come only from damaged files. */
const LOWEST = -32_768;
const SPAN = 131_072;

/** What each live request of a rank stands for. */
export class RequestTable {
  /** 0 none, else a requestKind. */
  private readonly kinds = new Uint8Array(SPAN);
  private readonly handles = new Float64Array(SPAN).fill(NO_HANDLE);
  private readonly cancels = new Uint8Array(SPAN);
  private readonly far = new Map<number, number>();
  private farUsed = 0;

  /** Slot of an id; ids far out share a small range of slots. */
  slot(id: number): number {
    const slot = id - LOWEST;
    if (slot >= 0 && slot < SPAN - 4096) return slot;
    const known = this.far.get(id);
    if (known !== undefined) return known;
    const next = SPAN - 4096 + (this.farUsed++ % 4096);
    this.far.set(id, next);
    return next;
  }

  kind(slot: number): number {
    return this.kinds[slot];
  }

  handle(slot: number): number {
    return this.handles[slot];
  }

  cancelAsked(slot: number): boolean {
    return this.cancels[slot] === 1;
  }

  set(slot: number, kind: number, handle: number): void {
    this.kinds[slot] = kind;
    this.handles[slot] = handle;
    this.cancels[slot] = 0;
  }

  askCancel(slot: number): void {
    this.cancels[slot] = 1;
  }

  clear(slot: number): void {
    this.kinds[slot] = requestKind.none;
    this.handles[slot] = NO_HANDLE;
    this.cancels[slot] = 0;
  }
}
