import { dateTypes } from '../../../schemas/fields.ts';
import { changesMeaning, isContent } from '../language/accounting.ts';
import { exclusions } from '../language/lexicon/grammar.ts';
import { type Word, wordsOf } from '../language/words.ts';
import type { TableField } from './grid.ts';
import type { Reading } from './reading.ts';
import type { Scene } from './scene.ts';

const superlative =
  'most|least|fewest|top|bottom|best|worst|first|last|latest|newest|earliest|max|maximum|min|minimum|\\p{L}+est';
const comparative = 'more|less|fewer|than|above|below|better|worse|before|after|over|under|\\p{L}{2,}er';
const place = 'first|last|top|bottom|initial|final|beginning|begin|end|start|list|listed|row|table|chart';

/** The words that ask for each family of readings. A reading accounts for its family's words. */
const cues: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({
    'look-up': 'how|much|many|only|each|every|both',
    list: 'all|every|each',
    first: place,
    last: place,
    count: `how|many|number|count|total|amount|times|different|distinct|unique|other|only|altogether|overall|${comparative}|same`,
    sum: 'how|much|many|total|sum|combined|altogether|together|overall|number|amount',
    average: 'average|mean|how|much|many',
    range: `difference|between|range|from|${superlative}`,
    extreme: superlative,
    'extreme-value': `${superlative}|how|much|many|amount|number`,
    group: `${superlative}|more|times|number|often|frequently|common`,
    'group-count': `${superlative}|how|many|times|number`,
    'group-sum': `${superlative}|total|combined|number`,
    repeated: `${comparative}|once|twice|times|one|multiple|only|least|most`,
    'repeated-count': `how|many|number|${comparative}|once|twice|times|one|multiple|only|least|most`,
    before: 'before|previous|prior|preceding|preceded|above|came|come|comes|last',
    after: 'after|next|following|followed|below|came|come|comes|succeeding|then',
    same: 'same|as|also|other|another|besides|share|shares|else',
    either: `or|either|both|together|combined|total|how|many|much|${comparative}|${superlative}`,
    difference: `difference|between|by|how|many|much|times|longer|${comparative}`,
    than: `${comparative}|next|other|another`,
  }).map(([family, words]) => [family, new RegExp(`^(?:${words})$`, 'u')]),
);

/** Nouns that end as a comparison does. Those of people compare nothing unless two things are compared. */
const nouns = /^(?:guest|request|forest|harvest|interest|chest|contest|protest|nest|quest|digest|test|west|rest)$/u;
const agents =
  /^(?!(?:after|under|over|number|other|another|former|latter|longer|later|earlier|higher|lower|greater|larger|smaller|bigger|fewer|better|older|younger|newer|farther|further|closer|shorter|taller|faster|slower|heavier|lighter|deeper|wider|cheaper)$)\p{L}{2,}er$/u;

const cueOf = (rule: string): RegExp => {
  const family = rule.split('.')[0]!;
  return cues[family] ?? (family.endsWith('than') ? cues['than']! : cues['look-up']!);
};

/** Question words, which every reading accounts for. */
const asking = /^(?:which|what|who|whom|whose|when|where|list|name|show|give|tell|find)$/u;
/** Whether a word belongs to a condition that excludes. */
const isExclusion = (word: string): boolean =>
  exclusions.has(word) || ['other', 'than', 'but'].includes(word) || /n['’]t$/.test(word);

/** The content words of a question that a reading ignores. */
export function unreadBy(reading: Reading, scene: Scene, words: readonly Word[]): Word[] {
  const read = tokensRead(reading, scene);
  const cue = cueOf(reading.rule);
  const isOrderOfTime = reading.by === undefined || isInOrder(reading.by);
  const isExcluding = reading.atoms.some(({ kind }) => kind === 'not');
  const labels = labelsOf(reading, scene);
  const isChosen = words.some(({ folded }) => /^(?:or|between|and)$/u.test(folded));
  // "Juniper" ends as a comparative does, and compares nothing unless "than" is behind it.
  const isCompared = (word: Word) => isChosen || words[words.indexOf(word) + 1]?.folded === 'than';
  const isCue = (word: Word) =>
    cue.test(word.folded) && !nouns.test(word.folded) && (isCompared(word) || !agents.test(word.folded));
  const isRead = (word: Word) => {
    const { folded, start, end } = word;
    return (
      (isCue(word) && (isOrderOfTime || !/^(?:first|last|latest|newest|earliest)$/u.test(folded))) ||
      asking.test(folded) ||
      (isExcluding && isExclusion(folded)) ||
      labels.has(folded) ||
      scene.tokens.some((token, index) => read.has(index) && token.start < end && start < token.end)
    );
  };
  return words.filter((word) => isContent(word.folded) && !isRead(word));
}

/** Whether one of the unread words changes the question. A reading that leaves it does not answer. */
export const changeMeaning = (unread: readonly Word[], words: readonly Word[]): boolean =>
  unread.some((word) => changesMeaning(word.folded, words[words.indexOf(word) + 1]?.folded));

/** Whether "first" by this field means the first row: for a date or a place, not an amount. */
const isInOrder = ({ type, label }: TableField): boolean =>
  dateTypes.has(type) ||
  /\b(?:years?|seasons?|dates?|rank(?:ing)?|pos(?:ition)?|place|finish|no|number|week|round|game|episode|founded|built|opened|row)\b|#|№/i.test(
    label,
  );

/** The words of the named fields' labels, including grammar: `per` of `Points per game`. */
function labelsOf({ target, by, group }: Reading, { columns }: Scene): Set<string> {
  const named = [target, by, group].flatMap((field) => field ?? []).filter(({ key }) => columns.get(key)!.share > 0);
  return new Set(
    named.flatMap(({ label }) =>
      wordsOf(label.replaceAll('%', ' percent percentage rate ')).map(({ folded }) => folded),
    ),
  );
}

function tokensRead({ atoms, target, by, group, uses = [], take: { part } }: Reading, scene: Scene): Set<number> {
  const { columns, namesTable, tokens } = scene;
  const read = new Set<number>([...uses, ...namesTable]);
  for (const { from, to } of atoms) for (let index = from; index < to; index += 1) read.add(index);
  for (const field of [target, by, group, ...atoms.map((atom) => atom.field)]) {
    for (const index of columns.get(field?.key ?? '')?.tokens ?? []) read.add(index);
  }
  for (const [index, { stem }] of tokens.entries()) if (stem === part) read.add(index);
  return read;
}
