/**
 * Finds exports without a user. `files` maps a path to its text; `resolve(file, target)` gives the path an import
 * names, or null for a package that is not ours. An export has a user where another file imports it, directly or by
 * way of files that pass it on.
 */
export function unusedExports(files, resolve) {
  const modules = new Map([...files].map(([path, text]) => [path, readModule(text)]));
  const used = new Map([...files.keys()].map((path) => [path, new Set()]));

  const use = (path, name) => {
    const names = used.get(path);
    if (!names || names.has(name)) return;
    names.add(name);
    const { passed, stars } = modules.get(path);
    for (const { target, name: from, as } of passed) {
      if (as === name || name === '*') use(resolve(path, target), from);
    }
    for (const target of stars) use(resolve(path, target), name);
  };

  for (const [path, { imports }] of modules) {
    for (const { target, name } of imports) use(resolve(path, target), name);
  }
  return [...modules].flatMap(([path, { own, passed }]) => {
    const names = used.get(path);
    if (names.has('*')) return [];
    const exported = [...own, ...passed.map(({ as }) => as)];
    return exported.filter((name) => !names.has(name)).map((name) => ({ path, name }));
  });
}

/** What a text imports, exports itself (`own`), and passes on by name or whole (`export *`). */
export function readModule(source) {
  const text = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const imports = [];
  const own = [];
  const passed = [];
  const stars = [];
  for (const [, clause, target] of text.matchAll(
    /^import\s+(?:type\s+)?([^'";]*?)\s*from\s+['"]([^'"]+)['"]/gm,
  )) {
    for (const name of importedNames(clause)) imports.push({ target, name });
  }
  for (const [, target] of text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g))
    imports.push({ target, name: '*' });
  for (const [, target] of text.matchAll(/^export\s+\*\s+from\s+['"]([^'"]+)['"]/gm)) stars.push(target);
  for (const [, list, target] of text.matchAll(
    /^export\s+(?:type\s+)?\{([^}]*)\}(?:\s+from\s+['"]([^'"]+)['"])?/gm,
  )) {
    for (const { name, as } of namesOf(list)) {
      if (target) passed.push({ target, name, as });
      else own.push(as);
    }
  }
  const declaration =
    /^export\s+(?:declare\s+)?(?:async\s+|abstract\s+)*(?:function\*?|class|const|let|type|interface|enum)\s+([\w$]+)/gm;
  for (const [, name] of text.matchAll(declaration)) own.push(name);
  if (/^export\s+default\b/m.test(text)) own.push('default');
  return { imports, own, passed, stars };
}

function importedNames(clause) {
  const list = /\{([^}]*)\}/.exec(clause);
  const names = list ? namesOf(list[1]).map(({ name }) => name) : [];
  const rest = clause
    .replace(/\{[^}]*\}/, '')
    .replace(/,/g, ' ')
    .trim();
  if (rest.startsWith('*')) names.push('*');
  else if (rest) names.push('default');
  return names;
}

function namesOf(list) {
  const items = list.split(',').map((item) => item.trim().replace(/^type\s+/, ''));
  return items.filter(Boolean).map((item) => {
    const [name, as = name] = item.split(/\s+as\s+/);
    return { name, as };
  });
}
