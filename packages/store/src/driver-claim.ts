import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { WeftError } from '@weft/model';
import { STAGE_FOLDER } from '@weft/parts';
import { isAlive, type ProcessName, parseProcess, thisProcess } from './process-name.ts';

const BEAT_MS = 10_000;
/** A driver on another machine that has not been heard of for so long has died. */
const SILENCE_MS = 120_000;

const NAME = /^driver-(\d+)$/;

/**
 * One process at a time goes on with a folder that several write to: two would both write what the driver itself writes.
 * Each takes the next number, which only one can have.
 */
export class DriverClaim {
  private readonly staging: string;
  private readonly number: number;
  private readonly beat: NodeJS.Timeout;

  private constructor(staging: string, number: number) {
    this.staging = staging;
    this.number = number;
    this.beat = setInterval(() => void this.touch(), BEAT_MS).unref();
  }

  static async take(staging: string, target: string): Promise<DriverClaim> {
    await mkdir(join(staging, STAGE_FOLDER), { recursive: true });
    const number = (await refuseDriven(staging, target)) + 1;
    try {
      await writeFile(fileOf(staging, number), JSON.stringify(thisProcess()), { flag: 'wx' });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw driven(target, null);
      throw error;
    }
    return new DriverClaim(staging, number);
  }

  /** One that was silent for long, as on a machine that was cut off, may have been taken for dead. */
  async check(target: string): Promise<void> {
    if ((await lastNumber(this.staging)) === this.number) return;
    throw new WeftError({
      code: 'IMPORT-TAKEN-OVER',
      message: 'another command has gone on with this import, since this one was silent for minutes',
      file: target,
      advice: 'Wait for the other one.',
    });
  }

  stop(): void {
    clearInterval(this.beat);
  }

  /** Lets another one go on at once. */
  async release(): Promise<void> {
    this.stop();
    await rm(fileOf(this.staging, this.number), { force: true }).catch(() => undefined);
  }

  private async touch(): Promise<void> {
    const now = new Date();
    await utimes(fileOf(this.staging, this.number), now, now).catch(() => undefined);
  }
}

/** Throws where a driver is at work in the folder; the number of the last one that was. */
export async function refuseDriven(staging: string, target: string): Promise<number> {
  const last = await lastNumber(staging);
  if (last === 0) return 0;
  const path = fileOf(staging, last);
  const text = await readFile(path, 'utf8').catch(() => '');
  const driver = parseProcess<ProcessName>(text);
  const here = driver?.host === hostname();
  const drives = here ? isAlive(driver.pid, driver.started) : await wasHeard(path);
  if (drives) throw driven(target, driver);
  return last;
}

/** By the clock of the file system, since those of machines differ. */
async function wasHeard(path: string): Promise<boolean> {
  const probe = `${path}-${randomUUID()}`;
  try {
    await writeFile(probe, '');
    const [now, then] = await Promise.all([stat(probe), stat(path)]);
    return now.mtimeMs - then.mtimeMs < SILENCE_MS;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

async function lastNumber(staging: string): Promise<number> {
  const names = await readdir(join(staging, STAGE_FOLDER)).catch((): string[] => []);
  return Math.max(0, ...names.map((name) => Number(NAME.exec(name)?.[1] ?? 0)));
}

function fileOf(staging: string, number: number): string {
  return join(staging, STAGE_FOLDER, `driver-${number}`);
}

function driven(file: string, driver: ProcessName | null): WeftError {
  const who = driver ? `process ${driver.pid} on ${driver.host}` : 'another command';
  return new WeftError({
    code: 'IMPORT-RUNS',
    message: `${who} is at work on this dataset`,
    file,
    advice: `Wait for it. If its machine has died, try again in ${SILENCE_MS / 60_000} minutes.`,
  });
}
