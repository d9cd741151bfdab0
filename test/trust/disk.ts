import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listening, stop } from '../support/product.ts';
import { patientAccountAt } from './patient.ts';
import { FileSystem } from './file-system.ts';
import { Load } from './load.ts';
import { readEverything, refused, upload } from './meanwhile.ts';
import { Product } from './product.ts';
import { Random } from '../support/random.ts';
import { type Figures, NotPossible, type Trial } from './trial.ts';

const mebibytes = { short: 64, long: 1_024 };
/** Free bytes: none, then too few to write a page, a transaction and an upload. */
const bytesFree = [0, 3_000, 40_000, 400_000];

/** Fills the disk under a server that agents write through, to several levels; and lets it have room again. */
export const disk: Trial = async ({ long, seed, folder }): Promise<Figures> => {
  const random = new Random(seed);
  const mounted = await FileSystem.mounted(join(folder, 'disk'), mebibytes[long ? 'long' : 'short']);
  if (typeof mounted === 'string') throw new NotPossible(mounted);
  await using fileSystem = mounted;
  const dataFolder = join(fileSystem.folder, 'data');
  const environment = { TMPDIR: fileSystem.folder };
  await using product = new Product({ dataFolder, through: fileSystem.through, environment });
  const token = await product.token();
  const load = new Load(token, random);
  let gateway = await product.serve();
  let host = await product.host();
  await load.begin(gateway);
  load.speakTo(gateway);
  load.speakThrough(host);
  const underWay = () => readdir(fileSystem.path('data', 'blobs', 'incoming'));
  const account = () => patientAccountAt(gateway.url, token);

  const rounds = long ? 40 : 4;
  for (let round = 0; round < rounds; round += 1) {
    await load.goOn(10);
    const free = bytesFree[round % bytesFree.length]!;
    await fileSystem.fill(free);
    await load.meetRefusals(10);
    await readEverything(account());
    if (free === 0) {
      // A document may find room in what the log takes up already.
      await refused(upload(account()), /disk is full/i);
      await refused(load.askSheet(account()), /temporary folder|disk is full/i);
    }
    await fileSystem.empty();
  }
  await load.goOn(20);
  assert.equal((await load.askSheet(account())).status, 200);

  // Killed when the disk is full, with what it wrote last still in the log, and started again.
  await fileSystem.fill(0);
  load.gatewayGoes();
  load.hostGoes();
  process.kill(host.transport.pid!, 'SIGKILL');
  await stop(gateway.process, 'SIGKILL');
  const cutByKill = await underWay();
  const onFullDisk = await startsOrSaysWhy(product);
  await fileSystem.empty();
  gateway = await product.serve();
  host = await product.host();
  load.speakTo(gateway);
  load.speakThrough(host);
  await load.goOn(20);

  await load.end();
  assert.deepEqual(await underWay(), cutByKill, 'halves of uploads are left');
  await load.prove(gateway);
  await product.expectSound();
  return {
    'times the disk was full': rounds + 1,
    'a start meanwhile': onFullDisk,
    'refusals meanwhile': load.refusals,
    'acknowledged writes, each there once': load.acknowledged,
  };
};

/** A gateway that serves, or one sentence on stderr. */
async function startsOrSaysWhy(product: Product): Promise<string> {
  const starting = product.spawnServe();
  try {
    const { process } = await listening(starting);
    await stop(process);
    return 'serves';
  } catch (error) {
    // It may find out after it has listened, which its log says.
    const [, sentence] = /^it ended: (?:\{[^\n]*\}\n)*([^\n]+)\n$/.exec((error as Error).message) ?? [];
    assert.ok(sentence, `a start on a full disk ends with one sentence, not with ${String(error)}`);
    assert.match(sentence, /disk/i);
    return `says "${sentence}"`;
  }
}
