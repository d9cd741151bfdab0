import { once as happened } from 'node:events';
import { mkdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join, resolve } from 'node:path';
import { type Figure, once } from './support/figures.ts';
import { accessToken, listening, ourGateway } from './support/gateway.ts';
import { inPairs } from './support/pairs.ts';
import { residentMebibytes } from './support/processes.ts';

const mebibyte = 1024 * 1024;
const fileBytes = 50 * mebibyte;
const uploads = 12;
const boundary = 'bench-boundary';

/** A 50 MiB upload in turns with a raw pipe to disk: bytes per second, and growth of memory. */
export async function upload(folder: string): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true });
  const dataFolder = join(folder, 'data');
  const ours = await ourGateway(dataFolder);
  const raw = await listening(resolve('bench/support/raw-upload.ts'), folder);
  const token = accessToken(dataFolder);
  const send = () =>
    post(`${ours.url}/api/workspace/files`, form(), {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    });
  const sendRaw = () => post(raw.url, [fileContent()], {});
  await send();
  const before = residentMebibytes(ours.process.pid!);
  let most = before;
  const speed = (milliseconds: number) => 50 / (milliseconds / 1_000);
  const measured = await inPairs(uploads, {
    async ours() {
      const milliseconds = await send();
      most = Math.max(most, residentMebibytes(ours.process.pid!));
      return speed(milliseconds);
    },
    baseline: async () => speed(await sendRaw()),
  });
  await ours.stop();
  await raw.stop();
  return [
    { name: '50 MiB upload: median speed', ...measured, unit: 'MiB/s', bound: { atLeast: 0.85 } },
    {
      name: '50 MiB upload: memory growth (bound 32)',
      ...once(most - before, 32),
      unit: 'MiB',
      bound: { atMost: 1 },
    },
  ];
}

let fileNumber = 0;

/** Other bytes each time. */
function fileContent(): Buffer {
  fileNumber += 1;
  return Buffer.alloc(fileBytes, `file ${fileNumber} `);
}

function form(): Buffer[] {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return [Buffer.from(head), fileContent(), Buffer.from(`\r\n--${boundary}--\r\n`)];
}

/** Milliseconds from the first byte sent to the answer. */
async function post(url: string, parts: Buffer[], headers: Record<string, string>): Promise<number> {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const start = performance.now();
  const sent = request(url, { method: 'POST', headers: { ...headers, 'content-length': length } });
  for (const part of parts) sent.write(part);
  sent.end();
  const [response] = (await happened(sent, 'response')) as [IncomingMessage];
  response.resume();
  await happened(response, 'end');
  if ((response.statusCode ?? 500) >= 300) throw new Error(`upload answered ${response.statusCode}`);
  return performance.now() - start;
}
