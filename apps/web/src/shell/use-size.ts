import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The element's size in whole CSS pixels. */
export function useSize<E extends HTMLElement>(): { element: RefObject<E | null>; size: Size } {
  const element = useRef<E>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const observed = element.current!;
    const measure = () => setSize({ width: observed.clientWidth, height: observed.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    measure();
    return () => observer.disconnect();
  }, []);
  return { element, size };
}
