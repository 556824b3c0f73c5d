import type { ManifestFacts, TableSink } from '@weft/model';
import { BindingSink } from './binding-sink.ts';
import { parseBindings } from './parse-bindings.ts';

/** Checks the bindings before anything is read; then imports with the sockets and cores that they tell. */
export function prepareBindings(text: string, file: string) {
  const bindings = parseBindings(text, file);
  return {
    async importInto<R extends { readonly facts: ManifestFacts }>(
      sink: TableSink,
      read: (sink: TableSink) => Promise<R>,
    ): Promise<R> {
      const binding = new BindingSink(sink, bindings);
      const report = await read(binding);
      const diagnostics = [...(report.facts.diagnostics ?? []), ...(await binding.finish())];
      return { ...report, facts: { ...report.facts, diagnostics } };
    },
  };
}
