import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the server; `weft serve` listens there by default. */
const server = process.env.WEFT_SERVER ?? 'http://127.0.0.1:4317';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy allows files of this origin only: nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The renderer of the views in space, which is loaded with the first of them.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // A view is one file beside two that it shares with others: dozens of small ones wait for one another.
        codeSplitting: {
          groups: [
            {
              name: 'three',
              test: /node_modules\/three\/|shared-renderer/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  // The server refuses pages of other origins: it must see the host that the browser asked for.
  server: { host: '127.0.0.1', proxy: { '/api': { target: server, changeOrigin: false } } },
});
