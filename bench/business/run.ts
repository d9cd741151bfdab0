import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Workspace } from '../../schemas/index.ts';
import { signsOf } from '../../src/answer/weighed/signs.ts';
import { judged, learnedConfidence, type Outcome } from '../questions/confidence.ts';
import { shuffled } from '../questions/learning.ts';
import { openLocalWorkspace } from '../support/core.ts';
import { type Asked, type Example, exampleOf, type Found, imported, Names } from './examples.ts';
import { Learner, type Place } from './learning.ts';
import { printWordings } from './wordings/rates.ts';

/**
 * `npm run bench:business` prints how often an answer survives polite phrases, typing mistakes and other orders of
 * words. `--long` names each question whose answer changes.
 *
 * `npm run bench:business -- --data FOLDER` also learns to read the questions of businesses. Each folder in FOLDER has
 * `questions.jsonl` and a folder of CSV files for each business. It prints how many are read rightly, each by weights
 * that were learned from other businesses (`--folds`). `--train` learns from all and writes `weights.json`.
 */
const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    folds: { type: 'string', default: '6' },
    least: { type: 'string', default: '0.6' },
    train: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
  },
});

const epochs = 3;
const decay = 3e-3;
/** Each third question is also asked behind one that it does not go on from. */
const betweenDistracted = 3;
/** A word that fewer businesses use is their own and is not learned. */
const fewestBusinesses = 3;
const fewestOfSign = 5;
const leastWeight = 0.03;

interface Learned {
  readonly example: Example;
  readonly isDistracted: boolean;
}

async function examplesIn(folder: string, workspace: Workspace, indexed: () => Promise<void>, names: Names) {
  const asked = readFileSync(join(folder, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Asked);
  const found: Learned[] = [];
  for (const [name, some] of Map.groupBy(asked, ({ workspace: business }) => business)) {
    const business = await imported(folder, name, workspace);
    await indexed();
    const read = new Map<string, Found['before']>();
    let last: Found['before'];
    for (const [at, one] of some.entries()) {
      const describe = (before: Found['before']) =>
        exampleOf(one, business, before, workspace, names, `${folder} ${name}`);
      const { example, before } = await describe(one.after === undefined ? undefined : read.get(one.after));
      found.push({ example, isDistracted: false });
      read.set(one.id, before);
      if (one.after === undefined && last && at % betweenDistracted === 0)
        found.push({ example: (await describe(last)).example, isDistracted: true });
      last = before ?? last;
    }
  }
  return found;
}

function learnedFrom(examples: readonly Learned[], names: Names): Learner {
  const businesses = new Set(examples.map(({ example }) => example.business));
  const isKnown = Uint8Array.from(names.businesses, (some) =>
    some.intersection(businesses).size >= fewestBusinesses ? 1 : 0,
  );
  const learner = new Learner(isKnown, decay);
  for (let epoch = 1; epoch <= epochs; epoch += 1)
    for (const { example } of shuffled(examples, epoch)) learner.learn(example);
  return learner;
}

/** The names that describe a reading. */
function namesAt({ tables }: Example, { table, at }: Place, all: readonly string[]): string[] {
  const readings = tables[table];
  if (!readings) return [];
  const namesOf = (ids: Int32Array) => [...ids].flatMap((id) => (id < 0 ? [] : all[id]!));
  if (at >= readings.world.length) return [...namesOf(readings.general), ...namesOf(readings.free!)];
  const [world, shape] = [readings.world[at]!, readings.shape[at]!];
  const read = readings.worldMasks[world]! | readings.shapeMasks[shape]!;
  return [
    ...namesOf(readings.general),
    ...namesOf(readings.worlds[world]!),
    ...namesOf(readings.shapes[shape]!),
    ...namesOf(readings.together.subarray(5 * at, 5 * at + 5)),
    ...readings.left.flatMap((ids, word) => (read & (1 << word) ? [] : namesOf(ids))),
  ];
}

function outcomeOf(learner: Learner, { example }: Learned, all: readonly string[]): Outcome {
  const best = learner.best(example);
  return {
    table: example.business,
    share: best.probability,
    signs: signsOf(namesAt(example, best, all)),
    isRight: best.isRight,
  };
}

/** The outcome of each example by weights that were learned from other businesses. */
function heldOut(examples: readonly Learned[], names: Names, folds: number): Outcome[] {
  const all = [...names.ids.keys()];
  const businesses = [...new Set(examples.map(({ example }) => example.business))];
  return Array.from({ length: folds }, (_, fold) => {
    const held = new Set(businesses.filter((_business, at) => at % folds === fold));
    const learner = learnedFrom(
      examples.filter(({ example }) => !held.has(example.business)),
      names,
    );
    return examples
      .filter(({ example }) => held.has(example.business))
      .map((one) => ({ one, outcome: outcomeOf(learner, one, all) }));
  })
    .flat()
    .map(({ outcome }) => outcome);
}

const rounded = (weight: number): number => Math.round(weight * 100) / 100;
const kept = (weights: Iterable<readonly [string, number]>): Record<string, number> =>
  Object.fromEntries(
    [...weights]
      .filter(([, weight]) => Math.abs(weight) >= leastWeight)
      .map(([name, weight]) => [name, rounded(weight)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

const place = new URL('../../src/answer/weighed/weights.json', import.meta.url);

async function learn(data: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'business-'));
  const { workspace, indexed, close } = await openLocalWorkspace(folder);
  const names = new Names();
  const examples: Learned[] = [];
  for (const exam of readdirSync(data).toSorted())
    examples.push(...(await examplesIn(join(data, exam), workspace, indexed, names)));
  await close();
  rmSync(folder, { recursive: true });

  const outcomes = heldOut(examples, names, Number(options.folds));
  const confidence = learnedConfidence(outcomes, fewestOfSign);
  const own = judged(outcomes, confidence);
  for (const least of [0.4, 0.5, 0.6, 0.7, 0.8]) {
    const answered = own.filter(({ probability }) => probability >= least);
    const right = answered.filter(({ isRight }) => isRight).length;
    console.log(`from ${least} on: ${answered.length} of ${own.length} answered, ${right} right`);
  }
  if (options.train) {
    const { weights } = learnedFrom(examples, names);
    const all = [...names.ids].map(([name, id]) => [name, weights[id]!] as const);
    const signs = kept(Object.entries(confidence.signs));
    const learned = {
      weights: kept(all),
      confidence: { slope: rounded(confidence.slope), signs },
      leastProbability: Number(options.least),
    };
    writeFileSync(place, `${JSON.stringify(learned, null, 1)}\n`);
  }
}

await printWordings(options.long);
if (options.data !== undefined) await learn(options.data);
