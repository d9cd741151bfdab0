import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Workspace } from '../../../schemas/index.ts';
import type { Answer } from '../../../schemas/queries.ts';
import { embeddedAnswerer } from '../../../src/answer/engine.ts';
import { openLocalWorkspace } from '../../support/core.ts';
import { type Business, businesses, tableOf } from './businesses.ts';
import { chooser } from './choices.ts';
import { questionsAbout } from './questions.ts';
import { mistyped, wrappers } from './variants.ts';

interface Variant {
  readonly of: 'polite' | 'mistyped' | 'ordered';
  readonly kind: string;
  readonly text: string;
}

/** Prints how often another wording of a question gets the same answer. `isLong` names each that does not. */
export async function printWordings(isLong: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wordings-'));
  const { workspace, indexed, close } = await openLocalWorkspace(folder);
  const same = new Map<string, [same: number, all: number]>();
  let [plain, answered] = [0, 0];
  for (const business of businesses) {
    const ask = asking(workspace, await imported(business, workspace));
    await indexed();
    const choose = chooser(business.name.length);
    for (const orders of questionsAbout(business)) {
      const wanted = keyOf(await ask(orders[0]));
      plain += 1;
      if (wanted === undefined) {
        if (isLong) console.log(`no answer: ${orders[0]}`);
        continue;
      }
      answered += 1;
      const variants: Variant[] = [
        ...wrappers.map((wrap, at) => ({ of: 'polite' as const, kind: `${at}`, text: wrap(orders[0]) })),
        ...mistyped(orders[0], choose).map((one) => ({ of: 'mistyped' as const, ...one })),
        ...orders.slice(1).map((text, at) => ({ of: 'ordered' as const, kind: `${at}`, text })),
      ];
      for (const { of, kind, text } of variants) {
        const answer = await ask(text);
        const isSame = keyOf(answer) === wanted;
        for (const name of [of, `${of} ${kind}`]) {
          const [some, all] = same.get(name) ?? [0, 0];
          same.set(name, [some + (isSame ? 1 : 0), all + 1]);
        }
        if (isLong && !isSame) console.log(`${of} ${kind}: ${text}\n   ${orders[0]} ${wanted}\n   ${saidBy(answer)}`);
      }
    }
  }
  await close();
  rmSync(folder, { recursive: true });
  console.log(`of ${plain} plain questions ${answered} are answered; the same answer in other wordings:`);
  for (const [name, [some, all]] of [...same].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    if (isLong || !name.includes(' '))
      console.log(`  ${name}: ${some} of ${all}, ${((100 * some) / all).toFixed(1)} %`);
}

async function imported(business: Business, workspace: Workspace): Promise<string> {
  const { channel } = await workspace.channels.create({ name: business.name });
  const bytes = Readable.from([Buffer.from(tableOf(business))]);
  const file = { fileName: 'table.csv', contentType: 'text/csv', bytes };
  await workspace.dataSets.import({ channelId: channel.id, types: 'suggested', name: business.name, file });
  return channel.id;
}

const asking =
  (workspace: Workspace, channelId: string) =>
  (text: string): Promise<Answer> =>
    embeddedAnswerer({ asker: 'usr', text, earlier: [], channelId }, workspace, new AbortController().signal);

/** The values of an answer. Undefined where it has none. */
const keyOf = ({ typedQuery, values = [] }: Answer): string | undefined =>
  typedQuery && JSON.stringify(values.map(({ value }) => value));

const saidBy = ({ answer }: Answer): string => answer.replaceAll(/\s+/gu, ' ').slice(0, 200);
