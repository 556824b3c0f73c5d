import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Hono } from 'hono';
import { compress } from 'hono/compress';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
};

/**
 * Serves the built page from memory: a request is looked up among its files, never turned into a path.
 * Text is gzipped for those who take it so.
 */
export function servePage(app: Hono, folder: string): void {
  const files = new Map(listFiles(folder).map((path) => [urlPath(folder, path), path]));
  for (const [url, path] of files) {
    const body = readFileSync(path);
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    const caching = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    const answer = (): Response =>
      new Response(body, { headers: { 'content-type': type, 'cache-control': caching } });
    app.get(url, compress(), answer);
    if (url === '/index.html') app.get('/', compress(), answer);
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

function urlPath(folder: string, path: string): string {
  return `/${relative(folder, path).split(sep).join('/')}`;
}
