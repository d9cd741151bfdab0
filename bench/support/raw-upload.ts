import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const [folder = '.'] = process.argv.slice(2);

/** The baseline: an HTTP server that pipes a body to disk and syncs it, and does nothing else. */
const server = createServer((request, response) => {
  void pipeline(request, createWriteStream(join(folder, 'raw.bin'), { flush: true })).then(() => response.end('{}'));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`workspace listening on http://127.0.0.1:${port}\n`);
});
