interface Graphics {
  /** Browsers on remote desktops and hardened ones may have no WebGL at all. */
  readonly present: boolean;
  readonly hardware: boolean;
}

let known: Graphics | null = null;

/** Whether there is WebGL at all. */
export function hasGl(): boolean {
  known ??= probe();
  return known.present;
}

/**
 * Whether WebGL runs on a graphics processor. In software, large translucent sets are better drawn by a
 * rasteriser over typed arrays, and 3-D scenes at a lower resolution while they move (docs/decisions/0002-drawing.md).
 */
export function hasHardwareGl(): boolean {
  known ??= probe();
  return known.hardware;
}

/** One context tells both: each waits for the graphics process of the browser. */
function probe(): Graphics {
  const context = createContext();
  if (!context) return { present: false, hardware: false };
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  release(context);
  return {
    present: true,
    hardware: name === '' ? isUnhampered() : !/swiftshader|llvmpipe|software/i.test(name),
  };
}

/** What browsers that hide the name of their renderer still tell. */
function isUnhampered(): boolean {
  const context = createContext({ failIfMajorPerformanceCaveat: true });
  if (context) release(context);
  return context !== null;
}

function createContext(attributes?: WebGLContextAttributes): WebGL2RenderingContext | null {
  return document.createElement('canvas').getContext('webgl2', attributes);
}

function release(context: WebGL2RenderingContext): void {
  context.getExtension('WEBGL_lose_context')?.loseContext();
}
