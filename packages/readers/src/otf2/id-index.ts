/** A 32-bit id to a small number: open addressing in typed arrays, for ids that are sparse and looked up per event. */
export class IdIndex {
  private keys = new Uint32Array(16);
  private values = new Int32Array(16).fill(EMPTY);
  private size = 0;

  /** The value, or `missing`. */
  get(key: number, missing: number): number {
    const { keys, values } = this;
    const mask = keys.length - 1;
    let slot = spread(key) & mask;
    while (values[slot] !== EMPTY) {
      if (keys[slot] === key) return values[slot];
      slot = (slot + 1) & mask;
    }
    return missing;
  }

  set(key: number, value: number): void {
    if (this.size * 2 >= this.keys.length) this.grow();
    const mask = this.keys.length - 1;
    let slot = spread(key) & mask;
    while (this.values[slot] !== EMPTY && this.keys[slot] !== key) slot = (slot + 1) & mask;
    if (this.values[slot] === EMPTY) this.size++;
    this.keys[slot] = key;
    this.values[slot] = value;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Uint32Array(keys.length * 2);
    this.values = new Int32Array(keys.length * 2).fill(EMPTY);
    this.size = 0;
    keys.forEach((key, slot) => {
      if (values[slot] !== EMPTY) this.set(key, values[slot]);
    });
  }
}

const EMPTY = -2147483648;

function spread(key: number): number {
  const mixed = Math.imul(key, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
