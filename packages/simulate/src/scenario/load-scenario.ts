import { dirname } from 'node:path';
import { WeftError } from '@weft/model';
import { parseScenarioText } from './parse-scenario.ts';
import type { ScenarioPlace } from './prepare-scenario.ts';
import { readPlainFile } from './read-plain-file.ts';
import type { Scenario } from './scenario-schema.ts';

export interface LoadedScenario {
  readonly scenario: Scenario;
  readonly place: ScenarioPlace;
}

export function loadScenario(file: string): LoadedScenario {
  let text: string;
  try {
    text = readPlainFile(file);
  } catch {
    throw new WeftError({
      code: 'SCENARIO-NOT-FOUND',
      message: 'cannot read the scenario',
      file,
      advice: 'Name a scenario file or a study of `weft simulate --list`.',
    });
  }
  return { scenario: parseScenarioText(text, file), place: { file, folder: dirname(file) } };
}
