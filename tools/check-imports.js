/**
 * Dependencies point one way. Each package may import only those that allowed-imports.js lists, and only what its
 * package.json declares, and it declares nothing else; some packages may not touch Node or the DOM. Folders within a package do not import each
 * other in a circle.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allowedImports } from './allowed-imports.js';
import { folderCycles, resolveImport } from './folder-cycles.js';
import { sourceFiles } from './source-files.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Pure packages run in the browser, too. */
const withoutNode = [
  'model',
  'protocol',
  'metrics',
  'network',
  'placing',
  'analysis',
  'layout',
  'draw',
  'views',
].map((name) => `packages/${name}`);
const onlyHere = { '@duckdb/node-api': 'packages/store' };

const faults = [];
for (const [folder, names] of Object.entries(allowedImports)) {
  const declared = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).dependencies ?? {};
  for (const file of sourceFiles(join(root, folder, 'src'))) {
    for (const target of importsOf(file)) checkImport(folder, names, declared, file, target);
  }
  checkDeclared(folder, declared);
  checkFolders(folder);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log('imports: all point one way');

function checkImport(folder, names, declared, file, target) {
  const where = relative(root, file);
  if (target.startsWith('node:')) {
    if (withoutNode.includes(folder))
      faults.push(`${where}: ${folder} runs in the browser and may not import ${target}`);
    return;
  }
  if (target.startsWith('.')) {
    if (!join(file, '..', target).startsWith(join(root, folder)))
      faults.push(`${where}: ${target} leaves the package; import its @weft name`);
    return;
  }
  const name = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
  const own = name.startsWith('@weft/') ? name.slice(6) : null;
  if (own && !names.includes(own)) faults.push(`${where}: ${folder} may not import ${name}`);
  if (!(name in declared)) faults.push(`${where}: ${name} is not in ${folder}/package.json`);
  if (onlyHere[name] && onlyHere[name] !== folder)
    faults.push(`${where}: only ${onlyHere[name]} imports ${name}`);
}

/** A dependency is used where any file of the package names it: tests do not count, configurations do. */
function checkDeclared(folder, declared) {
  const files = sourceFiles(join(root, folder), /\.(?:tsx?|js)$/).filter(
    (path) => !/[\\/](?:test|dist)[\\/]/.test(path),
  );
  const text = files.map((path) => readFileSync(path, 'utf8')).join('\n');
  for (const name of Object.keys(declared)) {
    if (!new RegExp(`['"]${name}(?:/[^'"]*)?['"]`).test(text))
      faults.push(`${folder}/package.json: nothing uses ${name}`);
  }
}

function checkFolders(folder) {
  const source = join(root, folder, 'src');
  const imports = sourceFiles(source).flatMap((path) => {
    const file = relative(source, path).replaceAll('\\', '/');
    const targets = importsOf(path).map((target) => resolveImport(file, target));
    return targets.filter((target) => target !== null).map((target) => [file, target]);
  });
  for (const cycle of folderCycles(imports)) {
    faults.push(`${folder}/src: folders import each other in a circle: ${[...cycle, cycle[0]].join(' -> ')}`);
  }
}

function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  const statement =
    /^(?:import|export)\s(?:[^'";]*\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...text.matchAll(statement)].map((match) => match[1] ?? match[2]);
}
