let known: boolean | null = null;
let present: boolean | null = null;

/** Whether there is WebGL at all: browsers on remote desktops and hardened ones may have none. */
export function hasGl(): boolean {
  present ??= probePresence();
  return present;
}

function probePresence(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/**
 * Whether WebGL runs on a graphics processor. In software, large translucent sets are better drawn by a
 * rasteriser over typed arrays, and 3-D scenes at a lower resolution while they move (docs/decisions/0002-drawing.md).
 */
export function hasHardwareGl(): boolean {
  known ??= probe();
  return known;
}

function probe(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!context) return false;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return !/swiftshader|llvmpipe|software/i.test(name);
}
