/** Drops the tables of a dataset at the engine of that address; the files stay. Gives the schemas that went. */
export async function forgetDataset(engine: string, folder: string): Promise<string[]> {
  const { parseTrinoAddress } = await import('./trino/trino-address.ts');
  const { dropDataset } = await import('./trino/register-dataset.ts');
  return dropDataset(parseTrinoAddress(engine), folder);
}
