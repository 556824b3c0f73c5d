import { spawnSync } from 'node:child_process';

/** Makes sure that commands exist, installing Debian packages as root where they do not; throws what is missing otherwise. */
export function requireCommands(commands: readonly string[], packages: readonly string[]): void {
  if (missing(commands).length === 0) return;
  if (process.getuid?.() === 0) {
    apt(['update', '-qq']);
    apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  }
  const left = missing(commands);
  if (left.length === 0) return;
  throw new Error(
    `this test needs ${left.join(', ')}: install the Debian packages ${packages.join(' ')}, or run as root with a network`,
  );
}

function missing(commands: readonly string[]): string[] {
  return commands.filter((command) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0);
}

function apt(args: readonly string[]): void {
  spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' });
}

/** The same for a module of Debian's Python. */
export function requirePythonModule(module: string, debianPackage: string): void {
  const missing = (): boolean => spawnSync('/usr/bin/python3', ['-c', `import ${module}`]).status !== 0;
  if (missing() && process.getuid?.() === 0) {
    apt(['update', '-qq']);
    apt(['install', '-y', '-qq', '--no-install-recommends', debianPackage]);
  }
  if (missing())
    throw new Error(
      `this test needs the Debian package ${debianPackage}, or root and a network to install it`,
    );
}
