import type { TableSink } from '@weft/model';

const ROWS = 1 << 18;
/** Most fabrics have one LID a port. */
const FEW_ROWS = 1 << 10;

/** Collects rows of `routes` and `lid_routes` and writes them in batches. */
export class RouteRows {
  written = 0;
  private readonly sink: TableSink;
  private readonly byVertex = new RowBuffer(ROWS);
  private readonly byLid = new RowBuffer(FEW_ROWS);

  constructor(sink: TableSink) {
    this.sink = sink;
  }

  get full(): boolean {
    return this.byVertex.rows + this.byLid.rows > ROWS;
  }

  add(epoch: number, vertex: number, dest: number, port: number): void {
    this.byVertex.add(epoch, vertex, dest, port);
  }

  addLid(epoch: number, vertex: number, lid: number, port: number): void {
    this.byLid.add(epoch, vertex, lid, port);
  }

  async flush(): Promise<void> {
    const routes = this.byVertex.take();
    const { epoch, vertex, port } = routes;
    if (routes.rows > 0)
      await this.sink.write('routes', {
        rows: routes.rows,
        columns: { epoch, switch: vertex, dest: routes.to, port },
      });
    const lids = this.byLid.take();
    if (lids.rows > 0)
      await this.sink.write('lid_routes', {
        rows: lids.rows,
        columns: { epoch: lids.epoch, switch: lids.vertex, lid: lids.to, port: lids.port },
      });
    this.written += routes.rows + lids.rows;
  }
}

class RowBuffer {
  rows = 0;
  private epoch: Float64Array<ArrayBuffer>;
  private vertex: Int32Array<ArrayBuffer>;
  private to: Int32Array<ArrayBuffer>;
  private port: Int32Array<ArrayBuffer>;

  constructor(size: number) {
    this.epoch = new Float64Array(size);
    this.vertex = new Int32Array(size);
    this.to = new Int32Array(size);
    this.port = new Int32Array(size);
  }

  add(epoch: number, vertex: number, to: number, port: number): void {
    if (this.rows === this.epoch.length) this.grow();
    this.epoch[this.rows] = epoch;
    this.vertex[this.rows] = vertex;
    this.to[this.rows] = to;
    this.port[this.rows++] = port;
  }

  /** Over the buffers, which are used again once the rows are written. */
  take() {
    const { rows } = this;
    this.rows = 0;
    return {
      rows,
      epoch: this.epoch.subarray(0, rows),
      vertex: this.vertex.subarray(0, rows),
      to: this.to.subarray(0, rows),
      port: this.port.subarray(0, rows),
    };
  }

  private grow(): void {
    const size = 2 * this.epoch.length;
    const { epoch, vertex, to, port } = this;
    this.epoch = new Float64Array(size);
    this.epoch.set(epoch);
    this.vertex = enlarged(vertex, size);
    this.to = enlarged(to, size);
    this.port = enlarged(port, size);
  }
}

function enlarged(column: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(column);
  return larger;
}
