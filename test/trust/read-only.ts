import { join } from 'node:path';
import { patientAccountAt } from './patient.ts';
import { FileSystem } from './file-system.ts';
import { Load } from './load.ts';
import { readEverything, refused, upload } from './meanwhile.ts';
import { Product } from './product.ts';
import { Random } from '../support/random.ts';
import { type Figures, NotPossible, type Trial } from './trial.ts';

const mebibytes = 256;

/** Makes the folder of blobs one that cannot be written, under a server that agents write through; and back. */
export const readOnly: Trial = async ({ long, seed, folder }): Promise<Figures> => {
  const mounted = await FileSystem.mounted(join(folder, 'disk'), mebibytes);
  if (typeof mounted === 'string') throw new NotPossible(mounted);
  await using fileSystem = mounted;
  await using product = new Product({ dataFolder: join(fileSystem.folder, 'data'), through: fileSystem.through });
  const token = await product.token();
  const load = new Load(token, new Random(seed));
  const [gateway, host] = await Promise.all([product.serve(), product.host()]);
  const account = patientAccountAt(gateway.url, token);
  await load.begin(gateway);
  load.speakTo(gateway);
  load.speakThrough(host);
  const rounds = long ? 40 : 3;
  for (let round = 0; round < rounds; round += 1) {
    await load.goOn(10);
    await fileSystem.protect('data/blobs');
    await load.meetRefusals(5);
    await refused(upload(account), /cannot be written/);
    await readEverything(account);
    await account.done('PATCH /channels/general', { description: `Blobs were protected ${round} times before` });
    await fileSystem.release('data/blobs');
  }
  await load.goOn(10);
  await load.end();
  await load.prove(gateway);
  await product.expectSound();
  return {
    'times that blobs could not be written': rounds,
    'refusals meanwhile': load.refusals,
    'acknowledged writes, each there once': load.acknowledged,
  };
};
