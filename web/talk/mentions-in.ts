import type { Mentions, NotMentioned } from '../../schemas/posts.ts';
import { shownOnLine } from '../../schemas/shown.ts';
import { sent } from '../data/outbox-sent.ts';
import { tell } from '../ui/overlays/toast.tsx';
import type { Mentionable } from './mentionable.ts';
import { peopleIn } from './people-in.ts';

/** A text, and what it mentions. Without an array of people, the workspace finds those whom the text names by `@`. */
export interface Words extends Partial<Mentions> {
  readonly body: string;
}

/**
 * A text with its mention arrays. They hold the people it names, and other things that were picked and still stand in it.
 * A new text has a place. If nobody was picked for it, the workspace finds the people, because it knows the readers.
 */
export function wordsOf(
  body: string,
  picked: readonly Mentionable[],
  all: readonly Mentionable[],
  place?: string,
): Words & Omit<Mentions, 'mentionedUserIds'> {
  const text = body.toLowerCase();
  const idsOf = (kind: keyof Mentions) => [
    ...new Set(picked.filter((one) => one.kind === kind && text.includes(one.text.toLowerCase())).map(({ id }) => id)),
  ];
  const mentionedUserIds = peopleIn(body, peopleOf(picked), peopleOf(all));
  return {
    body,
    ...((place === undefined || picked.some(({ id }) => mentionedUserIds.includes(id))) && { mentionedUserIds }),
    mentionedChannelIds: idsOf('mentionedChannelIds'),
    mentionedDataSetIds: idsOf('mentionedDataSetIds'),
    mentionedViewIds: idsOf('mentionedViewIds'),
  };
}

const peopleOf = (all: readonly Mentionable[]) =>
  all
    .filter(({ kind }) => kind === 'mentionedUserIds')
    .map(({ id, text, email }) => ({ id, name: text.slice(1), email }));

/** Words are stored whoever they name. Their writer hears which names reached nobody. */
sent.subscribe(({ answer }) => {
  const { notMentioned = [] } = (answer ?? {}) as { readonly notMentioned?: NotMentioned };
  if (notMentioned.length > 0) tell(notMentioned.map(sentenceOn).join(' '));
});

function sentenceOn({ text, candidates }: NotMentioned[number]): string {
  const name = `“${shownOnLine(text)}”`;
  if (candidates.length === 0) return `${name} is stored as text, because nobody who reads this is called so.`;
  const people = new Intl.ListFormat(undefined, { type: 'disjunction' }).format(
    candidates.map((one) => shownOnLine(one.name)),
  );
  return `${name} is stored as text, because it may be ${people}. Edit it to name one.`;
}
