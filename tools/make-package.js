/**
 * Leaves one tarball in dist/ that npm installs: the command and the page as plain JavaScript, the studies and the
 * library of fingerprints. Nothing of the tools that build it is needed where it runs.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { adaptSources, commandBuild, requireOfBundle } from '../apps/cli/bin/command-build.js';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const folder = join(root, 'dist/package');
const ENTRY = 'apps/cli/src/main.ts';
/** Read at run time, at the place where the checkout has them. */
const SHIPPED = ['studies', 'library', 'apps/web/dist', 'README.md', 'CHANGELOG.md', 'LICENSE'];

/** Every file of the bundle lies below lib/, which lies in the root of the package. */
const PLACES = `
import { fileURLToPath as pathOfPackage } from 'node:url';
const packageUrl = import.meta.url.slice(0, import.meta.url.lastIndexOf('/lib/') + 1);
const packageBundle = { root: pathOfPackage(packageUrl), folder: pathOfPackage(packageUrl + 'lib/') };`;

rmSync(join(root, 'dist'), { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const project = readJson(join(root, 'package.json'));
const libraries = usedLibraries();

execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'apps/web'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const common = commandBuild(root, ENTRY, join(folder, 'lib'));
await build({
  ...common,
  banner: { js: requireOfBundle + PLACES },
  define: { WEFT_BUNDLE: 'packageBundle' },
  plugins: [
    adaptSources((path) => `new URL(${JSON.stringify(webPath(relative(root, path)))}, packageUrl).href`),
  ],
});
for (const name of SHIPPED) cpSync(join(root, name), join(folder, name), { recursive: true });
for (const app of ['apps/cli', 'apps/server']) {
  write(`${app}/package.json`, JSON.stringify({ version: project.version }));
}
write('bin/weft.js', binText());
write('man/weft.1', manual());
write('THIRD-PARTY-LICENSES.txt', licenseTexts());
write('package.json', `${JSON.stringify(packageFacts(), null, 2)}\n`);
const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], {
  cwd: folder,
  encoding: 'utf8',
}).trim();
rmSync(folder, { recursive: true });
console.log(`dist/${tarball}`);

function packageFacts() {
  const bindings = '@duckdb/node-bindings';
  return {
    name: '@weft-hpc/weft',
    version: project.version,
    description: project.description,
    license: project.license,
    type: 'module',
    engines: project.engines,
    bin: { weft: 'bin/weft.js' },
    man: 'man/weft.1',
    dependencies: { [bindings]: readJson(join(libraryFolder(bindings), 'package.json')).version },
    publishConfig: { access: 'public' },
  };
}

function manual() {
  const weft = join(root, 'apps/cli/bin/weft.js');
  return execFileSync(process.execPath, [weft, 'man'], { cwd: root, encoding: 'utf8' });
}

function binText() {
  return `#!/usr/bin/env node
import { main } from '../lib/${ENTRY.replace(/\.ts$/, '.js')}';

process.exitCode = await main(process.argv.slice(2));
`;
}

/** The libraries that our packages name, and those that they name in turn. */
function usedLibraries() {
  const found = new Set();
  const visit = (facts) => {
    for (const name of Object.keys(facts.dependencies ?? {})) {
      if (name.startsWith('@weft/') || found.has(name) || !existsSync(libraryFolder(name))) continue;
      found.add(name);
      visit(readJson(join(libraryFolder(name), 'package.json')));
    }
  };
  for (const group of ['apps', 'packages']) {
    for (const name of readdirSync(join(root, group)))
      visit(readJson(join(root, group, name, 'package.json')));
  }
  return [...found].sort();
}

function licenseTexts() {
  return libraries
    .map((name) => {
      const facts = readJson(join(libraryFolder(name), 'package.json'));
      const file = readdirSync(libraryFolder(name)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? readFileSync(join(libraryFolder(name), file), 'utf8') : `License: ${facts.license}`;
      return `${name} ${facts.version} (${facts.license})\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function libraryFolder(name) {
  return join(root, 'node_modules', name);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text, { mode: path.startsWith('bin/') ? 0o755 : 0o644 });
}

function webPath(path) {
  return path.replaceAll('\\', '/');
}
