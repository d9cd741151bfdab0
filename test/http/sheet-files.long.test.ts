import { access, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { patience } from '../support/patience.ts';
import { expectProblem, saidIn } from '../support/problems.ts';
import { childrenOf, isComputing } from '../support/processes.ts';
import { accessToken, type Gateway, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { type Account, accountAt } from '../support/rest.ts';
import { askQuery, newSheet, rowsOf, type Sheet } from '../support/sheets.ts';

interface Started {
  readonly dataFolder: string;
  readonly gateway: Gateway;
  readonly account: Account;
}

async function start(dataFolder: string, ...flags: string[]): Promise<Started> {
  const gateway = await startGateway(dataFolder, ...flags);
  return { dataFolder, gateway, account: accountAt(gateway.url, await accessToken(dataFolder)) };
}

const count = ({ id }: Sheet) => ({
  artifactId: id,
  operation: 'aggregate',
  metrics: [{ alias: 'n', function: 'count_rows' }],
});

/** A sheet with the most rows. Writing its file takes a while, and the file is far larger than the text. */
const longest = `a\n${'1\n'.repeat(limits.importRows)}`;
const whileWritten = 240_000;

/** Where a gateway keeps sheets as tables. */
async function folderOf({ process: { pid } }: Gateway): Promise<string> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(`workspace-sheets-${pid}-`));
  expect(names).toHaveLength(1);
  return join(tmpdir(), names[0]!);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

describe('sheets are kept as tables', () => {
  test('up to the limit, the last ones asked for', async () => {
    const { gateway, account } = await start(await temporaryFolder());
    const sheets: Sheet[] = [];
    for (let number = 1; number <= limits.sheets; number += 1) {
      sheets.push(await newSheet(account, `name\n${'x\n'.repeat(number)}`));
      expect(await rowsOf(account, count(sheets.at(-1)!))).toEqual([{ n: number }]);
    }
    const folder = await folderOf(gateway);
    const [first, second] = [sheets[0]!, sheets[1]!];
    const kept = await readdir(folder);
    expect(kept).toHaveLength(limits.sheets);
    expect(await rowsOf(account, count(first))).toEqual([{ n: 1 }]);
    expect(await readdir(folder)).toEqual(kept);

    expect(await rowsOf(account, count(await newSheet(account, 'name\n')))).toEqual([{ n: 0 }]);
    const left = new Set(await readdir(folder));
    expect(left.size).toBe(limits.sheets);
    expect(kept.filter((file) => !left.has(file))).toEqual(['2.db']);
    expect(await rowsOf(account, count(second))).toEqual([{ n: 2 }]);
  });

  test(
    'in as many bytes as they may have together',
    async () => {
      const { gateway, account } = await start(await temporaryFolder(), '--query-seconds', '120');
      const filesAfter: number[] = [];
      const each = 62_300_000;
      const most = Math.floor(limits.sheetsBytes / each);
      for (let number = 0; number <= most; number += 1) {
        const sheet = await newSheet(account, longest);
        expect(await rowsOf(account, count(sheet))).toEqual([{ n: limits.importRows }]);
        filesAfter.push((await readdir(await folderOf(gateway))).length);
      }
      expect(filesAfter).toEqual([...Array.from({ length: most }, (_, index) => index + 1), most]);
    },
    whileWritten,
  );

  test('until the process ends, or the next one finds that it was killed', async () => {
    const { dataFolder, gateway, account } = await start(await temporaryFolder());
    const sheet = await newSheet(account, 'name\nAda\n');
    await rowsOf(account, count(sheet));
    const folder = await folderOf(gateway);
    await stop(gateway.process);
    expect(await exists(folder)).toBe(false);

    const killed = await start(dataFolder);
    await rowsOf(killed.account, count(sheet));
    const abandoned = await folderOf(killed.gateway);
    await stop(killed.gateway.process, 'SIGKILL');
    expect(await exists(abandoned)).toBe(true);
    const next = await start(dataFolder);
    expect(await rowsOf(next.account, count(sheet))).toEqual([{ n: 1 }]);
    expect(await exists(abandoned)).toBe(false);
  });

  test('in a temporary folder, without which it is said how to have one', async () => {
    const dataFolder = await temporaryFolder();
    const usual = process.env['TMPDIR'];
    const folder = join(dataFolder, 'temporary');
    await writeFile(folder, 'no folder');
    process.env['TMPDIR'] = folder;
    onTestFinished(() => {
      if (usual === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = usual;
    });
    const { account } = await start(dataFolder);
    const sheet = await newSheet(account, 'name\nAda\n');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(expectProblem(await askQuery(account, count(sheet)), 'unavailable').detail).toContain(
        'TMPDIR set to a folder',
      );
    }
    await rm(folder);
    await mkdir(folder);
    expect(await rowsOf(account, count(sheet))).toEqual([{ n: 1 }]);
  });

  test('and are written again when their files are gone', async () => {
    const { gateway, account } = await start(await temporaryFolder());
    const sheet = await newSheet(account, 'name\nAda\n');
    await rowsOf(account, count(sheet));
    await rm(await folderOf(gateway), { recursive: true });
    expect(await rowsOf(account, count(sheet))).toEqual([{ n: 1 }]);
    expect(await readdir(await folderOf(gateway))).toHaveLength(1);
  });
});

describe('while a large sheet is written', () => {
  test(
    'others are answered, and when its process is killed it is written again',
    async () => {
      const { gateway, account } = await start(await temporaryFolder(), '--query-seconds', '120');
      const sheet = await newSheet(account, longest);
      let isAnswered = false;
      const answer = askQuery(account, count(sheet)).finally(() => (isAnswered = true));
      const writer = () => childrenOf(gateway.process.pid!).find(isComputing);
      await expect.poll(writer, { ...patience, interval: 10 }).toBeDefined();
      for (let read = 0; read < 20; read += 1) await account.done('GET /channels');
      expect(isAnswered).toBe(false);
      for (const child of childrenOf(gateway.process.pid!)) process.kill(child, 'SIGKILL');
      expectProblem(await answer, 'unavailable');
      expect(await readdir(await folderOf(gateway))).toEqual([]);
      expect(await rowsOf(account, count(sheet))).toEqual([{ n: limits.importRows }]);
    },
    whileWritten,
  );

  test(
    'its rows are counted up to the most that there may be, and its time is that of a query',
    async () => {
      const { account } = await start(await temporaryFolder(), '--query-seconds', '1');
      const { detail } = expectProblem(
        await askQuery(account, count(await newSheet(account, longest))),
        'invalid_request',
      );
      expect(detail).toMatch(/ran longer than 1 s/);
      const patient = await start(await temporaryFolder(), '--query-seconds', '120');
      const tooLong = await newSheet(patient.account, `${longest}1\n`);
      const problem = expectProblem(await askQuery(patient.account, count(tooLong)), 'invalid_request', [
        '/artifactId',
      ]);
      expect(saidIn(problem)).toContain(`more than ${limits.importRows} rows`);
    },
    whileWritten,
  );
});
