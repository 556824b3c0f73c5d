import type { FileContext } from '../fabric-reader.ts';
import type { Site } from '../site/site.ts';
import type { CounterSeries } from './counter-series.ts';
import type { PortFinder } from './port-finder.ts';

/** What a reader of counters gets: the fabric is known by now. */
export interface CounterContext extends FileContext {
  /** Unix seconds of a file whose content does not tell; null = not known. */
  readonly time: number | null;
  readonly site: Site;
  readonly ports: PortFinder;
  readonly series: CounterSeries;
  /** Writes what is gathered: between pieces of a large file. */
  flush(): Promise<void>;
}
