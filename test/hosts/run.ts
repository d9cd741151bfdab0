import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { selectTools } from '../../tools/index.ts';
import { usualScopes } from '../../schemas/operation.ts';
import type { Door, Host, Seen } from './host.ts';
import { installed } from './installing.ts';
import { dayCalls, newDay, plainTokens, stepsOf } from './day.ts';
import { type Cells, cells, conversationOf, judged } from './judge.ts';
import { hosts } from './kinds/index.ts';
import { type Recorded, recordingModel, type Step } from './model.ts';
import { programsIn } from './programs.ts';
import { tableOf } from './table.ts';
import { type Desk, editedLine, shownLine, Workplace } from './workplace.ts';

/**
 * `npm run hosts`: starts real hosts of their newest releases on the built product, and prints how their models saw it.
 * `--day` prints what README's working day costs in each instead. `--only NAME` names hosts, `--folder FOLDER` keeps
 * packages and records there, `--installed` takes them from there.
 */
const { values: options } = parseArgs({
  options: {
    day: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    folder: { type: 'string' },
    installed: { type: 'boolean', default: false },
  },
});

const selected = selectTools({ groups: [], readOnly: false, scopes: usualScopes });
const toolNames = selected.listed.map(({ name }) => name);
const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'workspace-host-packages-')));
const chosen = hosts.filter(({ name }) => options.only?.some((one) => name.toLowerCase().includes(one)) ?? true);
const workplace = await Workplace.open();
const model = await recordingModel();
const dayHead = ['host', 'calls', 'tokens', 'times the official client'];
const rows: string[][] = [];
try {
  if (options.day) rows.push(...(await dayRows()));
  else for (const host of chosen) rows.push(...(await rowsOf(host)));
} finally {
  await model.close();
  await workplace.close();
  if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
}
console.log(tableOf(options.day ? dayHead : ['host', 'door', ...cells, 'login'], rows));

async function rowsOf(host: Host): Promise<string[][]> {
  const home = join(folder, slugOf(host));
  const version = await installed(host.packages, home, options.installed);
  const login = await outcomeOf(() => logIn(host, home));
  const rows: string[][] = [];
  for (const door of ['stdio', 'http'] as const) {
    const seen = await outcomeOf(() => look(host, home, door));
    const told = cells.map((cell) => (typeof seen === 'string' ? seen : reasoned(host, cell, seen[cell])));
    rows.push([`${host.name} ${version}`, door, ...told, door === 'http' ? reasoned(host, 'login', login) : '–']);
    console.error(rows.at(-1)!.join(' | '));
  }
  return rows;
}

/** The official client, then each host that has a model. */
async function dayRows(): Promise<string[][]> {
  const plain = await plainTokens(workplace.place, await newDay(workplace.account));
  const rows = [['the official client', String(dayCalls), plain.toLocaleString('en'), '1.00']];
  for (const host of chosen.filter(({ hasNoModel }) => !hasNoModel)) {
    const home = join(folder, slugOf(host));
    const version = await installed(host.packages, home, options.installed);
    const told = await outcomeOf(() => dayIn(host, home, plain));
    rows.push([`${host.name} ${version}`, ...(typeof told === 'string' ? [told, '–', '–'] : told)]);
    console.error(rows.at(-1)!.join(' | '));
  }
  return rows;
}

async function dayIn(host: Host, packages: string, plain: number): Promise<string[]> {
  const day = await newDay(workplace.account);
  const names = [...new Set(day.map(({ name }) => name))];
  const script = [...(host.findTools ? [host.findTools(names)] : []), ...stepsOf(day)];
  const { recorded } = await work(host, packages, 'stdio', script);
  const { calls, tokens, texts } = conversationOf(recorded);
  const refusal = texts.find((text) => text.includes('/problems/'));
  if (refusal !== undefined) throw new Error(refusal);
  return [String(calls), tokens.toLocaleString('en'), (tokens / plain).toFixed(2)];
}

function slugOf({ name }: Host): string {
  return name.toLowerCase().replaceAll(/\W+/g, '-');
}

function reasoned({ reasons }: Host, cell: string, outcome: string): string {
  return outcome.startsWith('good') || reasons?.[cell] === undefined ? outcome : `${outcome}: ${reasons[cell]}`;
}

async function outcomeOf<Outcome>(look: () => Promise<Outcome>): Promise<Outcome | string> {
  try {
    return await look();
  } catch (error) {
    console.error(error);
    return 'failed';
  }
}

async function look(host: Host, packages: string, door: Door): Promise<Cells> {
  const desk = await workplace.newDesk();
  const { recorded, seen } = await work(host, packages, door, dayAt(desk, host));
  const told = await judged(recorded, desk, toolNames);
  return { ...told, ...seen };
}

/** A person lets the host in. Then it reads a document. */
async function logIn(host: Host, packages: string): Promise<string> {
  const desk = await workplace.newDesk();
  const { recorded } = await work(host, packages, 'login', dayAt(desk, host));
  return (await judged(recorded, desk, toolNames)).read;
}

async function work(host: Host, packages: string, door: Door, script: readonly Step[]) {
  const home = await mkdtemp(join(tmpdir(), 'workspace-host-home-'));
  const sent = model.follow(script);
  try {
    const run = await programsIn(home);
    const room = { installed: packages, home, door, run, script, place: workplace.place, modelUrl: model.url };
    if (door === 'login') await host.logIn?.(room);
    const { recorded = sent, ...seen }: Seen = (await host.work(room)) ?? {};
    return { recorded, seen };
  } finally {
    if (options.folder !== undefined) await keep(`${slugOf(host)}-${door}.json`, sent);
    await rm(home, { recursive: true, force: true });
  }
}

function keep(name: string, recorded: readonly Recorded[]): Promise<void> {
  return writeFile(join(folder, name), JSON.stringify(recorded, null, 1));
}

/** The steps of the model: a read, a write, a mistake and a picture. A resource follows where the host can read one. */
function dayAt(desk: Desk, { findTools, readResource, showsNoImage }: Host): Step[] {
  return [
    ...(findTools
      ? [findTools(['artifact_get', 'artifact_update', 'file_content'].map((name) => `workspace_${name}`))]
      : []),
    { tool: /workspace_artifact_get$/, input: { artifactId: desk.artifactId } },
    {
      tool: /workspace_artifact_update$/,
      input: {
        artifactId: desk.artifactId,
        expectedVersionId: desk.versionId,
        edits: [{ oldText: shownLine, newText: editedLine }],
      },
    },
    { tool: /workspace_artifact_get$/, input: { artifactId: 'art_none' } },
    ...(showsNoImage ? [] : [{ tool: /workspace_file_content$/, input: { fileId: desk.fileId } }]),
    ...(readResource ? [readResource] : []),
  ];
}
