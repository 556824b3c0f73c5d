/** Every export has a user: what nobody imports is either private to its file or dead. Tests and benchmarks are users. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceFiles } from './source-files.js';
import { readModule, unusedExports } from './unused-exports.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['packages', 'apps', 'bench', 'test', 'tools'];
const paths = folders.flatMap((folder) => sourceFiles(join(root, folder), /\.(?:tsx?|js)$/));
const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
const packages = new Map(
  paths.flatMap((path) => {
    const match = /^(?:packages|apps)\/([\w-]+)\/src((?:\/[\w-]+)?)\/index\.ts$/.exec(
      posix(relative(root, path)),
    );
    return match ? [[`@weft/${match[1]}${match[2]}`, path]] : [];
  }),
);

const unused = unusedExports(files, resolveImport).map(({ path, name }) => [path, `nobody imports ${name}`]);
const hidden = [...files].flatMap(([path, text]) =>
  readModule(text).stars.map((target) => [
    path,
    `name what you export from ${target}: a star hides what nobody uses`,
  ]),
);
const faults = [...unused, ...hidden]
  .map(([path, text]) => [posix(relative(root, path)), text])
  .filter(([path]) => isChecked(path));
for (const [path, text] of faults) console.error(`${path}: ${text}`);
if (faults.length > 0) process.exit(1);
console.log('exports: all have a user');

function resolveImport(file, target) {
  return target.startsWith('.') ? join(dirname(file), target) : (packages.get(target) ?? null);
}

/** Tests and benchmarks are run by name; what they export is not judged. */
function isChecked(path) {
  return /^(?:packages|apps)\/[\w-]+\/src\//.test(path);
}

function posix(path) {
  return path.replaceAll('\\', '/');
}
