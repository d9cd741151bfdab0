import { folded } from '../../text/folding.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { textTypes } from '../../../schemas/fields.ts';
import type { Turn } from '../../turns/turn.ts';
import { dataOf } from '../figures/data.ts';
import { mostOfLabel, wordsOf } from '../language/words.ts';
import type { Readable } from '../readable.ts';
import { wordsOfAsking } from '../subjects/fit.ts';
import type { Subject } from '../subjects/subjects.ts';
import { type Near, sources } from './near.ts';
import { ranking } from './places.ts';

/** Labels that are compared before others may go on. */
const labelsAtOnce = 50;

/** Compares words with those of the readable tables and of asking. */
export async function compareLabels(
  near: readonly Near[],
  { channels }: Readable,
  channelId: string | undefined,
  turn: Turn,
): Promise<void> {
  const compare = (text: string, source: number) => {
    for (const { folded: word } of wordsOf(text.slice(0, mostOfLabel)))
      for (const one of near) one.compare(word, source);
  };
  for (const one of near) one.compareCommon();
  for (const word of [...wordsOfAsking, ...ranking]) for (const one of near) one.compare(word, sources.asking);
  for (const { id, dataSets } of channels) {
    const source = channelId === undefined || id === channelId ? sources.here : sources.elsewhere;
    for (const { name, fields } of dataSets) {
      compare(name, source);
      for (const { key, label, options } of fields) {
        if (!/^(?:created|updated)_/u.test(key)) compare(label, source);
        for (const [at, choice] of (options?.choices ?? []).entries()) {
          const plain = folded(choice.label);
          if (near.some((one) => one.isIn(plain))) compare(choice.label, source);
          if (at % labelsAtOnce === 0) await turn.yield();
        }
        await turn.yield();
      }
    }
  }
}

/** A table whose texts are compared, and its rows. */
const mostTables = 3;
const mostRows = 500;
const mostFields = 40;

/** Compares words with those in the texts of the channel's tables, as far as they are small. */
export async function compareCells(
  near: readonly Near[],
  subjects: readonly Subject[],
  channelId: string | undefined,
  workspace: Workspace,
  turn: Turn,
): Promise<void> {
  const here = subjects.filter((one) => one.channelId === channelId);
  if (channelId === undefined || here.length > mostTables) return;
  for (const { of, name, fields } of here) {
    // A sheet is in no list of Data Sets.
    const labels = 'artifactId' in of ? [name, ...fields.map(({ label }) => label)] : [];
    for (const { folded: word } of labels.flatMap(wordsOf)) for (const one of near) one.compare(word, sources.here);
    const keys = fields.filter(({ type, queryable }) => queryable && textTypes.has(type)).map(({ key }) => key);
    if (keys.length === 0) continue;
    const data = await dataOf(
      { mode: 'deterministic', operation: 'records', ...of, fields: keys.slice(0, mostFields), limit: mostRows },
      workspace,
    );
    for (const value of new Set((data?.rows ?? []).flatMap((row) => Object.values(row)))) {
      await turn.yield();
      const text = typeof value === 'string' && value.length <= mostOfLabel ? value : '';
      const plain = folded(text);
      if (!near.some((one) => one.isIn(plain))) continue;
      for (const { folded: word } of wordsOf(text)) for (const one of near) one.compareAlone(word, sources.cells);
    }
  }
}
