import type { Random } from '@weft/model';

/** A few random damages: flipped bits, other bytes, cut, doubled or missing pieces, extreme numbers. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let result = Uint8Array.from(bytes);
  for (let turn = 1 + random.below(4); turn > 0; turn--) result = mutateOnce(result, random);
  return result;
}

const extremes = [0, 1, 0x7f, 0x80, 0xff];

function mutateOnce(bytes: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  if (bytes.length === 0) return bytes;
  const at = random.below(bytes.length);
  const length = 1 + random.below(Math.min(64, bytes.length - at));
  switch (random.below(7)) {
    case 0:
      bytes[at] ^= 1 << random.below(8);
      return bytes;
    case 1:
      bytes[at] = random.below(256);
      return bytes;
    case 2:
      bytes.fill(extremes[random.below(extremes.length)], at, at + Math.min(length, 8));
      return bytes;
    case 3:
      return bytes.slice(0, at);
    case 4:
      return Uint8Array.from(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]));
    case 5:
      return Uint8Array.from(Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]));
    default:
      bytes.copyWithin(random.below(bytes.length), at, at + length);
      return bytes;
  }
}
