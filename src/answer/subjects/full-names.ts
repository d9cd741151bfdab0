import { folded } from '../../text/folding.ts';
import type { Readable } from '../readable.ts';

const titled = /\b(Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Sir|Captain)\.? (\p{Lu}[\p{L}'-]+)(?! \p{Lu})/gu;

/** The text with the whole name of each choice that it names by a title and the last name. */
export const withFullNames = (text: string, { channels }: Readable): string =>
  text.replaceAll(titled, (said, title: string, last: string) => {
    const names = channels.flatMap(({ dataSets }) => dataSets.flatMap(({ fields }) => namesIn(fields, title, last)));
    const [name, ...others] = new Set(names);
    return name !== undefined && others.length === 0 ? name : said;
  });

type Fields = Readable['channels'][number]['dataSets'][number]['fields'];

/** The choices with this title and last name. */
const namesIn = (fields: Fields, title: string, last: string): string[] =>
  fields.flatMap(({ options }) =>
    (options?.choices ?? []).flatMap(({ label }) => (label.endsWith(last) && isOf(label, title, last) ? label : [])),
  );

function isOf(label: string, title: string, last: string): boolean {
  const words = folded(label).split(/[\s.]+/u);
  return words.length > 2 && words[0] === folded(title) && words.at(-1) === folded(last);
}
