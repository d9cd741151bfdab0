import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const content = `Bib,Club,Day
R-1,Reds,2025-01-02
R-2,Reds,2025-02-02
R-3,Blues,2026-03-02
`;

const sample = sampleWith([{ name: 'Runners', content, types: {} }]);

test.each<[question: string, confidence: string, values: unknown[]]>([
  ['How many runners went in 2025?', 'likely', [2]],
  ['How many runners were there in 2025?', 'exact', [2]],
])(
  'a word that the table does not explain makes an answer likely at most: %s',
  async (question, confidence, values) => {
    const found = await sample.askIn('Runners', question);
    expect(found.confidence).toBe(confidence);
    expect(found.values?.map(({ value }) => value)).toEqual(values);
  },
);
