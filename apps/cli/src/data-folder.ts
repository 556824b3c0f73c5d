import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where generated studies are kept: WEFT_HOME, or the user's data folder. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.WEFT_HOME) return env.WEFT_HOME;
  if (process.platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'weft');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'weft');
}
