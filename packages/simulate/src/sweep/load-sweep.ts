import { dirname } from 'node:path';
import { WeftError } from '@weft/model';
import { type LoadedScenario, readScenarioText } from '../scenario/load-scenario.ts';
import { parseJson, parseScenario } from '../scenario/parse-scenario.ts';
import { type Combination, expandSweep } from './expand-sweep.ts';

export interface SweepRun extends LoadedScenario {
  readonly name: string;
  readonly values: Combination['values'];
}

/** The runs of a scenario file with `vary`; null where the file has none. Every run is checked before any begins. */
export function loadSweep(file: string): SweepRun[] | null {
  const combinations = expandSweep(parseJson(readScenarioText(file), file), file);
  if (combinations === null) return null;
  const place = { file, folder: dirname(file) };
  return combinations.map(({ name, values, scenario }) => {
    try {
      const parsed = parseScenario(scenario, file);
      return {
        name,
        values,
        place,
        scenario: { ...parsed, title: `${parsed.title}: ${describeValues(values)}` },
      };
    } catch (error) {
      if (!(error instanceof WeftError)) throw error;
      throw new WeftError({ ...error, message: `${error.message} (with ${describeValues(values)})` });
    }
  });
}

/** `routing = d-mod-k, bytes = 64 KiB` */
export function describeValues(values: Combination['values']): string {
  return Object.entries(values)
    .map(([path, value]) => `${path.slice(path.lastIndexOf('.') + 1)} = ${textOf(value)}`)
    .join(', ');
}

function textOf(value: Combination['values'][string]): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
