interface Assignment {
  /** Column of each row. */
  readonly columns: Int32Array;
  readonly cost: number;
}

/**
 * Minimum-cost perfect matching of a square matrix, row by row in `costs` (finite numbers), after
 * Jonker and Volgenant (1987): column reduction, reduction transfer, augmenting row reduction, then
 * shortest augmenting paths for the rows that are still free.
 */
export function assignRows(size: number, costs: Float64Array): Assignment {
  const state: State = {
    n: size,
    costs,
    price: new Float64Array(size),
    columnOf: new Int32Array(size).fill(-1),
    rowOf: new Int32Array(size).fill(-1),
  };
  if (size > 1) {
    let free = reduceColumns(state);
    free = reduceRows(state, free);
    free = reduceRows(state, free);
    augment(state, free);
  } else if (size === 1) state.columnOf[0] = 0;
  let cost = 0;
  for (let row = 0; row < size; row++) cost += costs[row * size + state.columnOf[row]];
  return { columns: state.columnOf, cost };
}

interface State {
  readonly n: number;
  readonly costs: Float64Array;
  /** Dual value of each column. */
  readonly price: Float64Array;
  readonly columnOf: Int32Array;
  readonly rowOf: Int32Array;
}

/** Each column takes its cheapest row; rows taken once lower the price of their column. Returns free rows. */
function reduceColumns({ n, costs, price, columnOf, rowOf }: State): Int32Array {
  const cheapest = new Int32Array(n);
  price.set(costs.subarray(0, n));
  for (let row = 1; row < n; row++) {
    const base = row * n;
    for (let column = 0; column < n; column++) {
      const cost = costs[base + column];
      if (cost < price[column]) {
        price[column] = cost;
        cheapest[column] = row;
      }
    }
  }
  const taken = new Int32Array(n);
  for (let column = n - 1; column >= 0; column--) {
    const row = cheapest[column];
    if (taken[row]++ > 0) continue;
    columnOf[row] = column;
    rowOf[column] = row;
  }
  const free: number[] = [];
  for (let row = 0; row < n; row++) {
    if (taken[row] === 0) free.push(row);
    else if (taken[row] === 1) transferReduction(costs, price, n, row, columnOf[row]);
  }
  return Int32Array.from(free);
}

function transferReduction(
  costs: Float64Array,
  price: Float64Array,
  n: number,
  row: number,
  own: number,
): void {
  let least = Number.POSITIVE_INFINITY;
  for (let column = 0; column < n; column++) {
    if (column === own) continue;
    least = Math.min(least, costs[row * n + column] - price[column]);
  }
  price[own] -= least;
}

/** A free row takes its cheapest column and pushes its owner out, which tries next. */
function reduceRows({ n, costs, price, columnOf, rowOf }: State, free: Int32Array): Int32Array {
  const left: number[] = [];
  const queue = free.slice();
  // Rounding could let two rows push each other out without end.
  let patience = 8 * n;
  let at = 0;
  while (at < queue.length) {
    const row = queue[at++];
    const base = row * n;
    let first = 0;
    let least = costs[base] - price[0];
    let second = -1;
    let next = Number.POSITIVE_INFINITY;
    for (let column = 1; column < n; column++) {
      const cost = costs[base + column] - price[column];
      if (cost >= next) continue;
      if (cost >= least) {
        next = cost;
        second = column;
      } else {
        next = least;
        second = first;
        least = cost;
        first = column;
      }
    }
    const lowered = price[first] - (next - least);
    const strict = lowered < price[first];
    let owner = rowOf[first];
    if (strict) price[first] = lowered;
    else if (owner >= 0) {
      first = second;
      owner = rowOf[second];
    }
    columnOf[row] = first;
    rowOf[first] = row;
    if (owner < 0) continue;
    columnOf[owner] = -1;
    if (strict && patience-- > 0) queue[--at] = owner;
    else left.push(owner);
  }
  return Int32Array.from(left);
}

/** Dijkstra over reduced costs from each free row to the nearest free column. */
function augment(state: State, free: Int32Array): void {
  const { n, costs, price, columnOf, rowOf } = state;
  const distance = new Float64Array(n);
  const before = new Int32Array(n);
  const order = new Int32Array(n);
  for (const start of free) {
    for (let column = 0; column < n; column++) {
      distance[column] = costs[start * n + column] - price[column];
      before[column] = start;
      order[column] = column;
    }
    const { end, ready, least } = findPath(state, distance, before, order);
    for (let i = 0; i < ready; i++) price[order[i]] += distance[order[i]] - least;
    let column = end;
    for (;;) {
      const row = before[column];
      rowOf[column] = row;
      const previous = columnOf[row];
      columnOf[row] = column;
      if (row === start) break;
      column = previous;
    }
  }
}

/**
 * `order` holds columns settled before the last level [0, ready), those of the last level [ready, high),
 * then the rest.
 */
function findPath(
  { n, costs, price, rowOf }: State,
  distance: Float64Array,
  before: Int32Array,
  order: Int32Array,
): { end: number; ready: number; least: number } {
  let low = 0;
  let high = 0;
  for (;;) {
    const ready = low;
    let least = distance[order[high]];
    high++;
    for (let i = high; i < n; i++) {
      const column = order[i];
      const d = distance[column];
      if (d > least) continue;
      if (d < least) {
        high = low;
        least = d;
      }
      order[i] = order[high];
      order[high++] = column;
    }
    for (let i = low; i < high; i++) if (rowOf[order[i]] < 0) return { end: order[i], ready, least };
    while (low < high) {
      const settled = order[low++];
      const row = rowOf[settled];
      const base = row * n;
      const offset = costs[base + settled] - price[settled] - least;
      for (let i = high; i < n; i++) {
        const column = order[i];
        const d = costs[base + column] - price[column] - offset;
        if (d >= distance[column]) continue;
        distance[column] = d;
        before[column] = row;
        if (d > least) continue;
        if (rowOf[column] < 0) return { end: column, ready, least };
        order[i] = order[high];
        order[high++] = column;
      }
    }
  }
}
