import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startInitializedWire } from '../support/mcp.ts';
import { accessToken, temporaryFolder } from '../support/product.ts';

/** How every token of ours begins: the base64 of `{"`. */
const tokenStart = 'eyJ';

async function prepared(wire: Awaited<ReturnType<typeof startInitializedWire>>, input: object) {
  const { result } = await wire.request('tools/call', { name: 'workspace_file_upload_prepare', arguments: input });
  return (result as { structuredContent: { example: string; uploadUrl: string } }).structuredContent;
}

/** The argument lists of these processes and of their descendants, which everybody on the machine may read. */
async function argumentLists(...roots: number[]): Promise<string[]> {
  const processes = new Map<number, { parent: number; line: string }>();
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    const [line, status] = await Promise.all([readIfThere(`/proc/${pid}/cmdline`), readIfThere(`/proc/${pid}/status`)]);
    const parent = /^PPid:\s*(\d+)$/m.exec(status)?.[1];
    if (parent !== undefined) processes.set(pid, { parent: Number(parent), line: line.replaceAll('\0', ' ') });
  }
  const isOurs = (pid: number): boolean => roots.includes(pid) || isOursBy(processes.get(pid)?.parent);
  const isOursBy = (parent: number | undefined) => parent !== undefined && parent > 1 && isOurs(parent);
  return [...processes].filter(([pid]) => isOurs(pid)).map(([, { line }]) => line);
}

const readIfThere = (path: string) => readFile(path, 'utf8').catch(() => '');

async function outcomeOf(child: ChildProcess) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(child, 'exit')) as [number];
  return { status, output };
}

test('while the example of a prepared upload runs, no argument list holds a token', async () => {
  const [folder, home] = [await temporaryFolder(), await temporaryFolder()];
  const path = join(home, 'slow.bin');
  await writeFile(path, Buffer.alloc(3 * 1024 * 1024, 'x'));
  await writeFile(join(home, '.curlrc'), 'limit-rate = 1M\n');
  const wire = await startInitializedWire(folder);
  const { example } = await prepared(wire, { fileName: path });

  const shell = spawn('sh', ['-c', example], { env: { ...process.env, HOME: home, CURL_HOME: home } });
  const seen = new Set<string>();
  const running = outcomeOf(shell);
  while (shell.exitCode === null) {
    for (const line of await argumentLists(shell.pid!, wire.processId)) seen.add(line);
  }
  const { status, output } = await running;

  expect(status).toBe(0);
  expect(output).toContain('"slow.bin"');
  for (const command of [/^curl .*--header/, / token /, / mcp /])
    expect([...seen].filter((line) => command.test(line))).not.toEqual([]);
  for (const text of [output, ...seen]) expect(text).not.toContain(tokenStart);
});

test('no answer and no log line holds a token or the key that signs them, at the chattiest', async () => {
  const folder = await temporaryFolder();
  const wire = await startInitializedWire(folder, '2025-11-25', '--log-level', 'trace', '--tools', 'all');
  const token = await accessToken(folder);
  const { uploadUrl } = await prepared(wire, { fileName: 'x', channelId: 'general' });
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.txt');
  const authorization = `Bearer ${token}`;
  const uploaded = await fetch(uploadUrl, { method: 'POST', body: form, headers: { authorization } });
  const refused = [
    await fetch(uploadUrl, { headers: { authorization: `${authorization}x` } }),
    await fetch(`${uploadUrl}?access_token=${token}`, { headers: { authorization } }),
    await fetch(uploadUrl, { method: 'POST', body: '{', headers: { authorization, 'content-type': 'text/plain' } }),
  ];
  const { file } = (await uploaded.json()) as { file: { id: string } };
  await wire.request('tools/call', { name: 'workspace_file_content', arguments: { fileId: file.id } });

  expect(refused.map(({ status }) => status)).toEqual([401, 400, 415]);
  const { d: privateKey } = JSON.parse(await readFile(join(folder, 'signing-key.json'), 'utf8')) as { d: string };
  expect(wire.log()).toContain('"/api/workspace/files"');
  for (const text of [wire.log(), ...wire.lines]) {
    expect(text).not.toContain(tokenStart);
    expect(text).not.toContain(privateKey);
  }
});
