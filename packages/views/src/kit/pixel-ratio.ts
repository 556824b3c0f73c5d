/** Device pixels of a CSS pixel; 1 where there is no screen. */
export function pixelRatio(): number {
  return typeof window === 'undefined' ? 1 : window.devicePixelRatio || 1;
}
