import { resolve } from 'node:path';
import { WeftError } from '@weft/model';
import { scenarioError } from './parse-scenario.ts';
import { readPlainFile } from './read-plain-file.ts';
import type { Scenario, ScenarioJob } from './scenario-schema.ts';

export interface ScenarioPlace {
  /** Name of the scenario file, for errors. */
  readonly file?: string;
  /** Folder against which files named in the scenario are looked up. */
  readonly folder?: string;
}

/** The scenario with what it takes from files written into it. */
export function withFilesInside(scenario: Scenario, place: ScenarioPlace = {}): Scenario {
  return {
    ...scenario,
    network: networkInside(scenario.network, place),
    jobs: scenario.jobs.map((job, j) => ({ ...job, placement: placementInside(job.placement, j, place) })),
  };
}

function networkInside(network: Scenario['network'], place: ScenarioPlace): Scenario['network'] {
  if (!('file' in network)) return network;
  const { file, ...rest } = network;
  return { ...rest, family: 'graph', params: readJson(file, ['network', 'file'], place) };
}

function placementInside(
  placement: ScenarioJob['placement'],
  job: number,
  place: ScenarioPlace,
): ScenarioJob['placement'] {
  if (typeof placement === 'string' || !('file' in placement)) return placement;
  const path = ['jobs', job, 'placement', 'file'];
  const entries = readText(placement.file, path, place).split(/\s+/).filter(Boolean);
  const hosts = entries.map((entry, number) => {
    if (/^\d+$/.test(entry)) return Number(entry);
    throw scenarioError(path, `${placement.file}: entry ${number + 1} is not a host number`, place.file);
  });
  return { hosts };
}

function readJson(
  name: string,
  path: readonly (string | number)[],
  place: ScenarioPlace,
): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(readText(name, path, place));
  } catch (error) {
    if (error instanceof WeftError) throw error;
    throw scenarioError(path, `${name} is not JSON`, place.file);
  }
}

function readText(
  name: string,
  path: readonly (string | number)[],
  { file, folder = '.' }: ScenarioPlace,
): string {
  try {
    return readPlainFile(resolve(folder, name));
  } catch {
    throw scenarioError(path, `cannot read the file ${name}`, file);
  }
}
