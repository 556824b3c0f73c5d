/** A well-mixed 32-bit number from two or three small ones; the same on every machine. */
export function hashPair(a: number, b: number, salt = 0): number {
  let z = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca77) ^ Math.imul(salt + 1, 0xc2b2ae3d);
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}
