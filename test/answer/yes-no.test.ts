import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const types = { Parking: 'select', Lift: 'select', Balcony: 'select', Cellar: 'select' } as const;

/** Columns of yes and no: with a third choice, with a blank, and with neither. */
const content = `Code,Parking,Lift,Balcony,Cellar,Rent
F-1,Y,True,Yes,True,100
F-2,N,True,No,False,200
F-3,Unknown,False,No,False,300
F-4,N,,No,True,400
F-5,Y,False,Yes,True,500
`;

const sample = sampleWith([{ name: 'Flats', content, types }]);

test.each<[question: string, confidence: string, values: unknown[]]>([
  ['How many flats have no parking?', 'likely', [3]],
  ['How many flats without parking?', 'likely', [3]],
  ['How many flats have parking?', 'likely', [2]],
  ['How many flats have no lift?', 'likely', [3]],
  ['How many flats have a lift?', 'exact', [2]],
  ['How many flats have no balcony?', 'likely', [3]],
  ['How many flats have a balcony?', 'exact', [2]],
  ['How many flats with a cellar?', 'exact', [3]],
])('a third choice, or none, may count as either: %s', async (question, confidence, values) => {
  const found = await sample.askIn('Flats', question);
  expect(found.confidence).toBe(confidence);
  expect(found.values?.map(({ value }) => value)).toEqual(values);
});
