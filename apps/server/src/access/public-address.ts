import { networkInterfaces } from 'node:os';
import { WeftError } from '@weft/model';

/** Where a proxy shows the server to others; its path ends with a slash. */
export function parsePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new WeftError({
      code: 'BAD-PUBLIC-URL',
      message: `«${text}» is no address of a page`,
      advice: 'Give it whole, e.g. https://weft.example.org/weft/.',
    });
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** An origin that may show the page in a frame, as browsers write it. */
export function parseEmbedder(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')) return url.origin;
  throw new WeftError({
    code: 'BAD-EMBEDDER',
    message: `«${text}» is no origin`,
    advice: 'Give scheme, host and port alone, e.g. https://grafana.example.org.',
  });
}

/** The path of a request without the folder that the proxy shows the server in; some proxies take it off, some do not. */
export function withoutPrefix(path: string, prefix: string): string {
  return prefix !== '/' && path.startsWith(prefix) ? path.slice(prefix.length - 1) : path;
}

/** The name by which others reach a server that listens on `host`: one that listens everywhere is named by an address of its own. */
export function reachableName(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host;
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, scopeid }) => !internal && !scopeid);
  const found = outside.find(({ family }) => family === 'IPv4') ?? outside[0];
  return found?.address ?? '127.0.0.1';
}
