import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Progress, textAt } from '@weft/model';
import { readAnswer } from '@weft/protocol';
import { describe, expect, it } from 'vitest';
import { post, temporaryFolder, testServer } from './test-server.ts';
import { writeRing } from './write-ring.ts';

const folder = temporaryFolder();
const UPLOAD = 'upload-0001';

/** Notes what lies in the folder it is given, and makes the ring of it. */
function noteImports() {
  const seen: { files: Record<string, string>; folder: string; name: string }[] = [];
  const importFolder = async (from: string, name: string) => {
    const names = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const files = names.map(({ parentPath, name: file }) => [
      join(parentPath, file).slice(from.length + 1),
      readFileSync(join(parentPath, file), 'utf8'),
    ]);
    seen.push({ files: Object.fromEntries(files), folder: from, name });
    const path = join(folder, `${name}-${seen.length}.weft`);
    await writeRing(path);
    return path;
  };
  return { seen, importFolder };
}

const piece = (body: string): RequestInit => ({ method: 'POST', body });
const at = (path: string, offset: number, upload = UPLOAD) =>
  `/api/uploads/${upload}?${new URLSearchParams({ path, offset: String(offset) })}`;

describe('files of the page', () => {
  it('come in pieces, are imported into a dataset that is listed, and go', async () => {
    const { seen, importFolder } = noteImports();
    const { call } = await testServer({ datasets: [], importFolder });
    expect((await call(at('run/a.txt', 0), piece('first '))).status).toBe(200);
    expect((await call(at('run/a.txt', 6), piece('second'))).status).toBe(200);
    expect((await call(at('run/b.txt', 0), piece(''))).status).toBe(200);
    const response = await call(`/api/uploads/${UPLOAD}/import`, post({ name: 'my run' }));
    const noted: Progress[] = [];
    const { made } = await readAnswer(response.body!, (progress) => noted.push(progress));
    const { dataset } = made.columns;
    const id = 'codes' in dataset ? textAt(dataset, 0) : null;
    expect(seen).toMatchObject([{ name: 'my run', files: { 'run/a.txt': 'first second', 'run/b.txt': '' } }]);
    expect(existsSync(seen[0].folder)).toBe(false);
    const list = (await (await call('/api/datasets')).json()) as { id: string }[];
    expect(list.map((entry) => entry.id)).toEqual([id]);
    const again = await call(`/api/uploads/${UPLOAD}/import`, post({ name: 'my run' }));
    expect((await again.json()).error.code).toBe('UPLOAD-REFUSED');
  });

  it('stay in the folder of their upload', async () => {
    const { importFolder } = noteImports();
    const { call } = await testServer({ datasets: [], importFolder });
    const bad = ['../a', 'a/../../b', '/etc/x', 'a//b', './a', 'a/.', 'a\\b', 'a\0b', `${'x'.repeat(256)}`];
    for (const path of bad) {
      const response = await call(at(path, 0), piece('x'));
      expect([path, response.status]).toEqual([path, 400]);
    }
    for (const upload of ['..', '.', 'short', 'UPPER-CASE', 'a'.repeat(65)]) {
      expect((await call(at('a', 0, upload), piece('x'))).status).toBeGreaterThanOrEqual(400);
    }
  });

  it('are bounded, and come in order', async () => {
    const { importFolder } = noteImports();
    const { call } = await testServer({ datasets: [], importFolder, limits: { uploadBytes: 10 } });
    expect((await call(at('a', 3), piece('xxx'))).status).toBe(400);
    expect((await call(at('a', 0), piece('12345678'))).status).toBe(200);
    const full = await call(at('b', 0), piece('123'));
    expect((await full.json()).error.code).toBe('UPLOAD-TOO-LARGE');
    const large = await call(at('c', 0), { method: 'POST', body: new Uint8Array((16 << 20) + 1) });
    expect(large.status).toBe(413);
  });

  it('are not taken where nothing imports them, nor from other sites', async () => {
    const { call } = await testServer({ datasets: [] });
    expect((await call(at('a', 0), piece('x'))).status).toBe(404);
    const { importFolder } = noteImports();
    const open = await testServer({ datasets: [], importFolder });
    const foreign = { method: 'POST', body: 'x', headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await open.call(at('a', 0), foreign)).status).toBe(403);
  });
});
