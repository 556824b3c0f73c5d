import { readdirSync, readFileSync } from 'node:fs';

/** `npm run bench -- store commgram`: runs the named benchmarks one after the other; without names, lists them. */
const names = readdirSync(new URL('.', import.meta.url))
  .filter(
    (file) =>
      file.endsWith('.ts') &&
      /^export async function run\b/m.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
  )
  .map((file) => file.slice(0, -3));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (wanted.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`no benchmark ${unknown.join(', ')}`);
  console.log(`benchmarks: ${names.join(', ')}`);
  process.exit(unknown.length > 0 ? 2 : 0);
}
for (const name of wanted) {
  console.log(`\n## ${name}`);
  const { run } = await import(`./${name}.ts`);
  await run();
}
