/** Two buffers in turn, so that a signal sees a new array without a new allocation. */
export function createBufferPair<A extends { readonly length: number }>(create: (length: number) => A) {
  let front = create(0);
  let back = create(0);
  return (length: number): A => {
    [front, back] = [back, front];
    if (front.length !== length) front = create(length);
    return front;
  };
}
