import type { Answer } from '../../schemas/queries.ts';
import { folded } from '../text/folding.ts';
import { contentOf, type Word } from './language/words.ts';
import type { Evidence } from './passages/evidence.ts';
import { linked, listed, named } from './prose.ts';
import type { Subject } from './subjects/subjects.ts';

const mostNamed = 3;

/** Abstains, and names the closest readable matches. */
export function abstain(words: readonly Word[], subjects: readonly Subject[], evidence: readonly Evidence[]): Answer {
  const near = evidence.filter((one) => touches(words, one)).slice(0, mostNamed);
  const tables = subjects
    .filter((one) => contentOf(words).some(({ root }) => one.called.has(root)))
    .slice(0, mostNamed - 1);
  const nearest = [
    ...tables.map(({ name, url, place }) => linked(name, url) + (place === undefined ? '' : ` in ${named(place)}`)),
    ...near.map(({ title, url }) => linked(title, url)),
  ].slice(0, mostNamed);
  const hint = nearest.length === 0 ? '' : ` The nearest that you can read: ${listed(nearest)}.`;
  return {
    answer: `I found nothing that answers this.${hint}`,
    confidence: 'none',
    ...(near.length > 0 && {
      sources: near.map(({ type, id, title, url, versionId, statements }) => ({
        type,
        id,
        title,
        url,
        snippet: statements[0]!.text,
        ...(versionId !== undefined && { versionId }),
      })),
    }),
  };
}

/** Abstains because several tables fit equally. Names them, and tells how to ask for one. */
export function abstainBetween(subjects: readonly Subject[]): Answer {
  const told = (subject: Subject) => folded([subject.name, subject.place].join('\n'));
  const isAlone = (subject: Subject) => subjects.every((other) => other === subject || told(other) !== told(subject));
  const names = subjects.map((subject) => {
    const { name, place, key } = subject;
    const shown = isAlone(subject) ? named(name) : `${named(name)} (\`${key}\`)`;
    return place === undefined ? shown : `${shown} in ${named(place)}`;
  });
  const next = subjects.every(isAlone)
    ? 'Ask again with the name of the one that you mean.'
    : 'A question cannot tell those of one name in one place apart: give one of them another name, ask at a View of the one that you mean, or run a typed query over it.';
  return { answer: `This could be about ${listed(names, 'or')}. ${next}`, confidence: 'none' };
}

/** Whether the evidence contains a word of the question. */
function touches(words: readonly Word[], { titled, statements }: Evidence): boolean {
  return contentOf(words).some(
    ({ root }) => titled.has(root) || statements.some((one) => one.words.some((word) => word.root === root)),
  );
}
