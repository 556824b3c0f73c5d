export const requestKind = {
  none: 0,
  send: 1,
  receive: 2,
  persistentSend: 3,
  persistentReceive: 4,
} as const;

const NO_HANDLE = -1;

/** Request ids are 16-bit numbers that may be negative; wider ones come only from damaged files and share slot 0. */
const WIDEST = 1 << 17;

/** What each live request of a rank stands for. */
export class RequestSlots {
  /** 0 none, else a requestKind. */
  private kinds = new Uint8Array(256);
  private handles = new Float64Array(256).fill(NO_HANDLE);
  private cancels = new Uint8Array(256);

  /** Slots alternate between ids from 0 up and from -1 down. */
  slot(id: number): number {
    if (id >= WIDEST || id < -WIDEST) return 0;
    const slot = id >= 0 ? id * 2 : -id * 2 - 1;
    if (slot >= this.kinds.length) this.grow(slot);
    return slot;
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

  private grow(slot: number): void {
    let length = this.kinds.length;
    while (length <= slot) length *= 2;
    const kinds = new Uint8Array(length);
    kinds.set(this.kinds);
    const cancels = new Uint8Array(length);
    cancels.set(this.cancels);
    const handles = new Float64Array(length).fill(NO_HANDLE);
    handles.set(this.handles);
    this.kinds = kinds;
    this.cancels = cancels;
    this.handles = handles;
  }
}
