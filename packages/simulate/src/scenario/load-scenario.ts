import { dirname } from 'node:path';
import { WeftError } from '@weft/model';
import { parseJson, parseScenario } from './parse-scenario.ts';
import { readPlainFile } from './read-plain-file.ts';
import type { ScenarioPlace } from './scenario-files.ts';
import type { Scenario } from './scenario-schema.ts';

export interface LoadedScenario {
  readonly scenario: Scenario;
  readonly place: ScenarioPlace;
}

export function loadScenario(file: string): LoadedScenario {
  return {
    scenario: parseScenario(parseJson(readScenarioText(file), file), file),
    place: { file, folder: dirname(file) },
  };
}

export function readScenarioText(file: string): string {
  try {
    return readPlainFile(file);
  } catch {
    throw new WeftError({
      code: 'SCENARIO-NOT-FOUND',
      message: 'cannot read the scenario',
      file,
      advice: 'Name a scenario file or a study of `weft simulate --list`.',
    });
  }
}
