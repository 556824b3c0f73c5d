import { isAbsolute, relative, sep } from 'node:path';
import { WeftError } from '@weft/model';

/** Where a Trino is, and what it sees of the file system. */
export interface TrinoAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly catalog: string;
  /** Folder of this machine that the catalog's file system begins with. */
  readonly mount: string;
  readonly user: string;
  readonly token: string | null;
}

const SHAPE =
  'It looks like trino://host:8080/catalog, or https://host/catalog; see docs/beyond-one-machine.md.';

const OF_HEADERS = /^[\x20-\x7e\xa0-\xff]*$/;

/** User and token come from the environment, so that no address that is shown holds them. */
export function parseTrinoAddress(text: string, env: NodeJS.ProcessEnv = process.env): TrinoAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  const catalog = url?.pathname.replace(/^\/|\/$/g, '') ?? '';
  if (!url || !['trino:', 'https:'].includes(url.protocol) || !url.host || !/^\w+$/.test(catalog)) {
    throw badAddress('this is no address of a Trino with a catalog', SHAPE);
  }
  if (url.username || url.password) {
    throw badAddress(
      'the address holds a user or a password',
      'Put them into WEFT_TRINO_USER and WEFT_TRINO_TOKEN.',
    );
  }
  const secure = url.protocol === 'https:';
  const token = env.WEFT_TRINO_TOKEN || null;
  if (token && !secure) {
    throw badAddress(
      'a token is only sent over https',
      'Use an https:// address, or unset WEFT_TRINO_TOKEN.',
    );
  }
  for (const name of ['WEFT_TRINO_USER', 'WEFT_TRINO_TOKEN'] as const) {
    if (OF_HEADERS.test(env[name] ?? '')) continue;
    throw badAddress(
      `${name} has characters that HTTP cannot send`,
      'Look for line ends and letters beyond Latin-1 in it.',
    );
  }
  return {
    origin: `${secure ? 'https' : 'http'}://${url.host}`,
    catalog,
    mount: url.searchParams.get('mount') ?? '/',
    user: env.WEFT_TRINO_USER || 'weft',
    token,
  };
}

/** A folder of this machine as the catalog names it: letter by letter, since Trino decodes nothing. */
export function locationOf({ mount }: TrinoAddress, folder: string): string {
  const inside = relative(mount, folder);
  if (inside === '' || isAbsolute(inside) || inside.split(sep)[0] === '..') {
    throw new WeftError({
      code: 'ENGINE-FOLDER',
      message: `the dataset lies outside of ${mount}, which is all that the engine sees`,
      file: folder,
      advice: 'Move it there, or say in the address what the engine sees: ?mount=/folder.',
    });
  }
  return `local:///${inside.split(sep).join('/')}`;
}

function badAddress(message: string, advice: string): WeftError {
  return new WeftError({ code: 'BAD-ENGINE', message, advice });
}
