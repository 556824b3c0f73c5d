/**
 * Which dimension plays which role: x and y of the planes, then inner and outer steps across, rows and outer rows
 * down, then further steps across and down in turn. -1 = the role is free.
 */
export type TorusRoles = readonly number[];

const FREE = -1;

/** Roles beyond the plane that count across; the others count down. */
function isAcross(role: number): boolean {
  return role < 4 || (role >= 6 && role % 2 === 0);
}

export function roleName(role: number): string {
  const names = ['plane x', 'plane y', 'inner →', 'outer →', 'rows ↓', 'outer rows ↓'];
  return names[role] ?? `${role % 2 === 0 ? 'across' : 'down'} ${Math.floor(role / 2)}`;
}

function roleCount(dimensions: number): number {
  return Math.max(6, dimensions + (dimensions % 2));
}

/** Planes side by side for one below the other, from which the outer dimension counts down instead. */
const WIDE = 12;

/** Dimensions in their own order; across as the paper has it, unless the picture would be a ribbon. */
export function standardRoles(sizes: readonly number[]): TorusRoles {
  const roles = new Array<number>(roleCount(sizes.length)).fill(FREE);
  sizes.forEach((_, dimension) => {
    roles[dimension] = dimension;
  });
  const planes = (across: boolean): number =>
    roles.reduce((count, dimension, role) => {
      return role > 1 && dimension !== FREE && isAcross(role) === across ? count * sizes[dimension] : count;
    }, 1);
  const movable = sizes.length === 4 || sizes.length === 5;
  if (!movable || planes(true) <= WIDE * planes(false)) return roles;
  const [, , , outer, rows] = roles;
  return [...roles.slice(0, 3), FREE, outer, rows, ...roles.slice(6)];
}

/**
 * The dimension of one role moves to another; those between move up towards the place it left. On a free role it
 * leaves its own free; the plane is always filled.
 */
export function moveRole(roles: TorusRoles, from: number, to: number): TorusRoles {
  if (from === to || roles[from] === FREE) return roles;
  if (roles[to] === FREE) return fillPlane(exchange(roles, from, to));
  const filled = roles.flatMap((dimension, role) => (dimension === FREE ? [] : [role]));
  const order = filled.map((role) => roles[role]);
  const [moved] = order.splice(filled.indexOf(from), 1);
  order.splice(filled.indexOf(to), 0, moved);
  const next = [...roles];
  filled.forEach((role, i) => {
    next[role] = order[i];
  });
  return next;
}

function exchange(roles: TorusRoles, from: number, to: number): TorusRoles {
  const next = [...roles];
  [next[from], next[to]] = [roles[to], roles[from]];
  return next;
}

function fillPlane(roles: TorusRoles): TorusRoles {
  const next = [...roles];
  for (const role of [0, 1]) {
    if (next[role] !== FREE) continue;
    const later = next.findIndex((dimension, at) => at > role && dimension !== FREE);
    if (later < 0) break;
    [next[role], next[later]] = [next[later], FREE];
  }
  return next;
}

/** `abc.de`: a dot is a free role. */
export function printRoles(roles: TorusRoles): string {
  return roles
    .map((dimension) => (dimension === FREE ? '.' : String.fromCharCode(97 + dimension)))
    .join('')
    .replace(/\.+$/, '');
}

/** The standard roles where the text does not name every dimension once, or leaves the plane open. */
export function parseRoles(text: string, sizes: readonly number[]): TorusRoles {
  const count = roleCount(sizes.length);
  const roles = [...text].map((letter) => (letter === '.' ? FREE : letter.charCodeAt(0) - 97));
  const named = roles.filter((dimension) => dimension !== FREE).sort((a, b) => a - b);
  const complete = named.length === sizes.length && named.every((dimension, i) => dimension === i);
  const plane = roles.slice(0, Math.min(2, sizes.length)).every((dimension) => dimension !== FREE);
  if (!complete || !plane || roles.length > count) return standardRoles(sizes);
  return [...roles, ...new Array<number>(count - roles.length).fill(FREE)];
}

/** Dimensions of the steps across and down between planes, the innermost first. */
export function planeSteps(roles: TorusRoles): { readonly across: number[]; readonly down: number[] } {
  const steps = { across: [] as number[], down: [] as number[] };
  roles.forEach((dimension, role) => {
    if (role > 1 && dimension !== FREE) (isAcross(role) ? steps.across : steps.down).push(dimension);
  });
  return steps;
}
