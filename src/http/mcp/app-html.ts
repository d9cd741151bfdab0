import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { AppName } from '../../../schemas/mcp-apps.ts';

const decompress = promisify(brotliDecompress);

/** The apps that chat hosts show, each built into one compressed file. */
const folder = new URL('./apps/', import.meta.url);

export const appHtml = async (name: AppName): Promise<string> =>
  (await decompress(await readFile(new URL(`${name}.html.br`, folder)))).toString();
