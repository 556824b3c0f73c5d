import { type Batch, batchFromRows, NONE, type TableSink, vertices } from '@weft/model';

/** Gives each host that a trace names a vertex, so that placement is known. */
export class HostRegistry {
  private readonly byName = new Map<string, number>();

  vertexOf(name: string | null | undefined): number {
    if (!name) return NONE;
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    this.byName.set(name, this.byName.size);
    return this.byName.size - 1;
  }

  get size(): number {
    return this.byName.size;
  }

  async write(sink: TableSink): Promise<void> {
    if (this.byName.size > 0) await sink.write('vertices', this.batch());
  }

  private batch(): Batch<typeof vertices> {
    return batchFromRows(
      vertices,
      [...this.byName].map(([name, id]) => ({
        id,
        kind: 'host',
        name,
        guid: null,
        level: 0,
        pod: NONE,
        bundle: NONE,
        coord: [],
      })),
    );
  }
}
