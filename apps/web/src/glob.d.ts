interface ImportMeta {
  /** Vite's: the modules that match the pattern, by path. */
  glob<T>(pattern: string, options: { eager: true; import: 'default' }): Record<string, T>;
}
