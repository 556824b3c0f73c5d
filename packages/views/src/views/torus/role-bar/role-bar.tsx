import { useSignal } from '@preact/signals';
import { moveRole, printRoles, type TorusRoles } from '@weft/layout';
import type { TorusShape } from '@weft/network';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './role-bar.css';

/** Pixels of all roles beside each other with their note. */
const ONE_ROW = 600;

/** Narrower panels have them in two rows. */
export function rolesHeight(width: number): number {
  return width < ONE_ROW ? 86 : 46;
}

/** Which dimension plays which role: chips are dragged to another role, or moved there by the arrow keys (VT-11). */
export function RoleBar({
  shape,
  roles,
  nameOf,
  onRoles,
  note,
}: {
  readonly shape: TorusShape;
  readonly roles: TorusRoles;
  readonly nameOf: (role: number) => string;
  readonly onRoles: (roles: TorusRoles) => void;
  readonly note: string;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const dragged = useSignal<{ readonly from: number; readonly to: number } | null>(null);
  /** The dimension that keeps the focus once it has its new role. */
  const follow = useRef<{ readonly dimension: number; readonly roles: string } | null>(null);
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= roles.length) return;
    const next = moveRole(roles, from, to);
    follow.current = { dimension: roles[from], roles: printRoles(next) };
    onRoles(next);
  };
  useLayoutEffect(() => {
    if (follow.current?.roles !== printRoles(roles)) return;
    bar.current
      ?.querySelector<HTMLElement>(`[data-dimension="${shape.names[follow.current.dimension]}"]`)
      ?.focus();
    follow.current = null;
  });
  return (
    <div class="torus-roles" ref={bar}>
      {roles.map((dimension, role) => (
        <div
          class="torus-role"
          key={role}
          data-role={role}
          data-target={dragged.value?.to === role && dragged.value.from !== role}
        >
          <span class="torus-role-name">{nameOf(role)}</span>
          {dimension < 0 ? (
            <span class="torus-chip torus-chip-free">none</span>
          ) : (
            <Chip
              name={shape.names[dimension]}
              size={shape.sizes[dimension]}
              role={role}
              roleName={nameOf(role)}
              onMove={(to) => move(role, to)}
              onDrag={(to) => {
                dragged.value = to === null ? null : { from: role, to };
              }}
            />
          )}
        </div>
      ))}
      <div class="torus-roles-note" data-field="roles">
        {note}
      </div>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function Chip({
  name,
  size,
  role,
  roleName,
  onMove,
  onDrag,
}: {
  readonly name: string;
  readonly size: number;
  readonly role: number;
  readonly roleName: string;
  readonly onMove: (role: number) => void;
  readonly onDrag: (role: number | null) => void;
}) {
  const under = (event: PointerEvent): number | null => {
    const found = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>('[data-role]');
    return found?.dataset.role === undefined ? null : Number(found.dataset.role);
  };
  return (
    <button
      type="button"
      class="torus-chip"
      data-dimension={name}
      aria-label={`Dimension ${name} × ${size} is ${roleName}. Left and right arrows give it another role.`}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.buttons === 1) onDrag(under(event) ?? role);
      }}
      onPointerUp={(event) => {
        const to = under(event);
        onDrag(null);
        if (to !== null && to !== role) onMove(to);
      }}
      onPointerCancel={() => onDrag(null)}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        onMove(role + step);
      }}
    >
      <span class="torus-grip" aria-hidden="true">
        ⠿
      </span>
      <b>{name}</b> × {size}
    </button>
  );
}
