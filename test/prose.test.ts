import { expect, test } from 'vitest';
import { sentencesIn, sentencesOfComments, sentencesOfStrings } from './support/prose.ts';

const product = ['schemas', 'src', 'tools', 'web'];

/** How many sentences break a rule of plain prose. It only falls. */
const budgets = [
  { what: 'comments', sentencesOf: sentencesOfComments, folders: ['.', 'bench', 'test', ...product], budget: 0 },
  { what: 'strings', sentencesOf: sentencesOfStrings, folders: product, budget: 0 },
];

test.each(budgets)(
  '$budget sentences of $what break a rule of plain prose',
  ({ what, sentencesOf, folders, budget }) => {
    const offenders = sentencesIn(folders, sentencesOf).filter(({ faults }) => faults.length > 0);
    const listed = offenders.map(({ file, line, text, faults }) => `${file}:${line}: ${faults.join(', ')}: ${text}`);
    const byFolder = Object.groupBy(offenders, ({ file }) => file.split('/').slice(0, 2).join('/'));
    const totals = Object.entries(byFolder).map(([folder, found]) => `${folder}: ${found?.length}`);
    const count = offenders.length;
    const advice =
      count > budget
        ? `${count} sentences break a rule, but the budget is ${budget}. Rewrite yours: subject, verb, object, 20 words.`
        : `Only ${count} sentences break a rule. Lower the budget of ${what} in test/prose.test.ts from ${budget} to ${count}.`;
    if (count !== budget) expect.fail([...listed, ...totals, advice].join('\n'));
  },
);

const faultsIn = (source: string) =>
  sentencesOfComments('file.ts', source).flatMap(({ line, faults }) => faults.map((fault) => `${line}: ${fault}`));
const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

test.each([
  ['// What it is. Whoever asks.', ['1: begins with "What"', '1: begins with "Whoever"']],
  [
    '/* Of all. So many were. For it. */',
    ['1: begins with "Of"', '1: begins with "So many"', '1: "So many"', '1: begins with "For"'],
  ],
  ['/** That is no answer, for it is late. */', ['1: begins with "That"', '1: "is no"', '1: ", for"']],
  ['// They are no\n// rows for those that wait.', ['1: "are no"', '1: "those that"']],
  ['// There are no rows.', []],
  ['// It goes\n// on.\n//\n// It takes so long.', ['4: "so long"']],
  [`// ${words(21)}.`, ['1: 21 words']],
  [`// It is \`${words(30)}\`: ${words(16)} https://example.com/.`, []],
  [`/**\n * ${words(20)}\n * - ${words(20)}\n * @throws ${words(20)}\n */`, []],
  ['// oxlint-disable-next-line no-console -- What is printed.', []],
  ["const a = '// What';", []],
  ['const a = `${b}// What ${`${c}// What`}// What`; // That is.', ['1: begins with "That"']],
  ['const a = /[/]\\/* What "/; // That is.', ['1: begins with "That"']],
  ['const a = b / c; // That is. /', ['1: begins with "That"']],
])('breaks of the rules are found in %j', (source, faults) => {
  expect(faultsIn(source)).toEqual(faults);
});

test.each([
  ["throw new WorkspaceError('not_found', 'It is no file.')", ['1: "is no"']],
  ['z.string().describe(`Of all ${count}`)', ['1: begins with "Of"']],
  ["const tool = { description: 'What it does' }", ['1: begins with "What"']],
  ["const a = sql`what is ${b} ${`c`}`; const d = ['What it is'];", []],
])('breaks of the rules are found in the strings of %j', (source, faults) => {
  const found = sentencesOfStrings('file.ts', source);
  expect(found.flatMap(({ line, faults: each }) => each.map((fault) => `${line}: ${fault}`))).toEqual(faults);
});
