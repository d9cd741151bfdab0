import assert from 'node:assert/strict';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where the system says so: a process holds no connection whose other side is gone. */
export async function expectNoDeadSockets(processId: number): Promise<void> {
  for (let looks = 0; looks < 100; looks += 1) {
    if ((await deadSocketsOf(processId)).length === 0) return;
    await sleep(200);
  }
  assert.fail(`${(await deadSocketsOf(processId)).length} connections are held that have ended`);
}

const established = '01';
const listens = '0A';

async function deadSocketsOf(processId: number): Promise<string[]> {
  const rows = async (table: string) => {
    const text = await readFile(`/proc/${processId}/net/${table}`, 'utf8').catch(() => '');
    return text.split('\n').map((line) => line.trim().split(/\s+/));
  };
  const open = await readdir(`/proc/${processId}/fd`).catch(() => []);
  const targets = await Promise.all(open.map((name) => readlink(`/proc/${processId}/fd/${name}`).catch(() => '')));
  const tcp = (await Promise.all(['tcp', 'tcp6'].map(rows))).flat();
  const alive = new Set([
    ...tcp.filter(([, , , state]) => state === established || state === listens).map((row) => row[9]),
    ...(await rows('unix')).map((row) => row[6]),
  ]);
  const sockets = targets.map((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1]);
  return sockets.filter((inode): inode is string => inode !== undefined && !alive.has(inode));
}
