import { spawn } from 'node:child_process';

/** Opens the URL where there is a desktop; elsewhere the printed URL has to do. */
export function openBrowser(url: string): void {
  const command = browserCommand(process.platform, process.env);
  if (!command) return;
  const child = spawn(command[0], [...command.slice(1), url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

function browserCommand(platform: string, env: NodeJS.ProcessEnv): string[] | null {
  if (env.CI || env.SSH_CONNECTION) return null;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['cmd', '/c', 'start', ''];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}
