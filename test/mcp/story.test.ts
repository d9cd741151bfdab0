import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectHost, startOlderHost, type Structured } from '../support/hosts.ts';
import { executable, startGateway, temporaryFolder } from '../support/product.ts';

/** The page on Data Sets, done as it stands there. */
const page = await readFile('docs/data.md', 'utf8');
const other = /^(workspace_(file_upload_prepare|query_run)|npm run -s workspace -- (import|export))/;
const [importing, toolCalls, overHttp] = [...page.matchAll(/```(?:sh)?\n(.*?)```/gs)]
  .map(([, block]) => block!.trim().split('\n'))
  .filter(([first]) => !other.test(first!));

interface Deal {
  readonly stage: string;
  readonly amount: number;
  readonly closedOn: string;
  readonly owner: string;
}

/** The sample file, read without any of the product's code; one of its titles holds a comma. */
const deals: readonly Deal[] = (await readFile('examples/deals.csv', 'utf8'))
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',').slice(-4))
  .map(([stage, amount, closedOn, owner]) => ({
    stage: stage!,
    amount: Number(amount),
    closedOn: closedOn!,
    owner: owner!,
  }));

const sum = (counted: readonly Deal[]) => counted.reduce((total, { amount }) => total + amount, 0);
const won = deals.filter(({ stage }) => stage === 'Won');

type Caller = { done(name: string, input?: Record<string, unknown>): Promise<Structured> };

/** A line of the page's shell blocks on this folder's gateway. */
async function shell(line: string, folder: string, url: string) {
  const command = line
    .replace('npm run -s workspace --', `'${process.execPath}' '${executable}'`)
    .replace('token ', `token --data '${folder}' `)
    .replace('curl ', 'curl --silent --show-error --fail-with-body ')
    .replace('http://127.0.0.1:8787', url);
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  return JSON.parse(stdout) as Structured & { imported: number };
}

const hosts: [name: string, start: (folder: string) => Promise<Caller>][] = [
  ['the current revision', (folder) => connect(folder, { pin: '2026-07-28' })],
  ['an older revision', (folder) => connect(folder, 'legacy')],
  ['the older SDK line', (folder) => startOlderHost(folder, '--tools', 'views')],
];

async function connect(folder: string, mode: 'legacy' | { pin: string }): Promise<Caller> {
  const host = await connectHost(folder, ['--tools', 'views'], { versionNegotiation: { mode } });
  onTestFinished(() => host.client.close());
  return host;
}

describe.each(hosts)('an agent on %s', (_name, start) => {
  test('asks a CSV file what the page asks, and gets the figures of the file', async () => {
    const folder = await temporaryFolder();
    const { url } = await startGateway(folder);
    const { dataSet, imported } = await shell(importing![0]!, folder, url);
    const here = (line: string) => line.replaceAll('ot_…', dataSet.objectTypeId);
    const host = await start(folder);
    const answers: Structured[] = [];
    for (const call of toolCalls!) {
      const [tool, input] = [call.slice(0, call.indexOf(' ')), call.slice(call.indexOf(' '))];
      answers.push(await host.done(tool, JSON.parse(here(input)) as Record<string, unknown>));
    }
    const [inspected, counted, byMonth, , , pivot, dashboard] = answers;

    expect(imported).toBe(deals.length);
    expect(inspected?.channel.dataSets[0]?.fields).toMatchObject([
      { key: 'deal', type: 'text' },
      { key: 'company', type: 'text' },
      { key: 'stage', type: 'select', choices: ['Won', 'Lost', 'Proposal', 'Lead'] },
      { key: 'amount', type: 'number' },
      { key: 'closed_on', type: 'date' },
      { key: 'owner', type: 'text' },
    ]);
    const stages = Map.groupBy(deals, ({ stage }) => stage);
    const counts = [...stages].map(([stage, of]) => ({ stage, deals: of.length }));
    expect(counted?.data.rows).toEqual(counts);
    const months = Map.groupBy(won, ({ closedOn }) => closedOn.slice(0, 7));
    expect(byMonth?.data.rows).toEqual([...months].map(([month, of]) => ({ closed_on_month: month, won: sum(of) })));

    const shown = won.filter(({ closedOn }) => pivot?.data.periods?.some(({ key }) => key === closedOn.slice(0, 7)));
    const owners = [...Map.groupBy(shown, ({ owner }) => owner)];
    expect(pivot?.data.periods).toHaveLength(12);
    const totals = pivot?.data.rows?.map(({ keys, total }) => [keys.owner, total]) ?? [];
    expect(Object.fromEntries(totals)).toEqual(Object.fromEntries(owners.map(([owner, of]) => [owner, sum(of)])));
    expect(pivot?.data.totals?.grand).toBe(sum(shown));
    expect(dashboard?.data.widgets).toMatchObject([
      { id: 'won', rows: [{ won: sum(won) }] },
      { id: 'stages', rows: counts },
    ]);

    const overShell: Structured[] = [];
    for (const line of overHttp!) overShell.push(await shell(here(line), folder, url));
    const [channel, query, saved, view] = overShell;
    expect(channel?.channel.dataSets[0]?.objectTypeId).toBe(dataSet.objectTypeId);
    expect(query?.data.rows).toEqual(counts);
    expect(saved?.view.slug).toBe('deals-by-stage');
    expect(view?.data.widgets).toMatchObject([{ id: 'stages', rows: counts }]);
  });
});

test('every tool that the page of the tools names is there, and every tool that is there is named', async () => {
  const host = await connectHost(await temporaryFolder(), ['--tools', 'all']);
  const { tools } = await host.client.listTools();
  await host.client.close();
  const page = await readFile('docs/tools.md', 'utf8');
  const lists = page.slice(page.indexOf('## The default tools'), page.indexOf('## Names of the first release'));
  const named = new Set(lists.match(/workspace_\w+/g));
  expect([...named].sort()).toEqual(tools.map(({ name }) => name).sort());
});
