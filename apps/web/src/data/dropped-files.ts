/** A file that a reader brought, and where it lies below what was dropped or chosen. */
export interface BroughtFile {
  readonly path: string;
  readonly file: File;
}

/** Files of an input; those of a folder with their place in it. */
export function filesOfInput(list: FileList | null): BroughtFile[] {
  return [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Files and folders that were dropped, with all that is in the folders. */
export async function filesOfDrop(items: DataTransferItemList): Promise<BroughtFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files = await Promise.all(entries.map((entry) => filesBelow(entry, '')));
  return files.flat();
}

async function filesBelow(entry: FileSystemEntry, folder: string): Promise<BroughtFile[]> {
  const path = `${folder}${entry.name}`;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file }];
  }
  if (!isFolder(entry)) return [];
  const found: BroughtFile[] = [];
  for (const child of await entriesOf(entry.createReader())) {
    found.push(...(await filesBelow(child, `${path}/`)));
  }
  return found;
}

/** A reader gives some entries at a time, and none at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
