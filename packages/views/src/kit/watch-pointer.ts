interface PointerWatch {
  /** Whether a button or a finger is down: a drag is under way, however long its frames take. */
  isPressed(): boolean;
  stop(): void;
}

export function watchPointer(target: EventTarget): PointerWatch {
  let pressed = false;
  const press = () => {
    pressed = true;
  };
  const release = () => {
    pressed = false;
  };
  const listeners = [
    ['pointerdown', press],
    ['pointerup', release],
    ['pointercancel', release],
  ] as const;
  for (const [type, listen] of listeners) target.addEventListener(type, listen, { capture: true });
  return {
    isPressed: () => pressed,
    stop: () => {
      for (const [type, listen] of listeners) target.removeEventListener(type, listen, { capture: true });
    },
  };
}
