import { describe, expect, test } from 'vitest';
import { operations } from '../../../schemas/index.ts';
import { doorNames, throughEachDoor, transcripts } from './doors.ts';
import { everythingThrough } from './everything.ts';

throughEachDoor(everythingThrough);

describe('the two doors', () => {
  test.each(doorNames)('no operation of the contract was left out through %s', (name) => {
    const called = new Set(transcripts.get(name)!.map(([operation]) => operation));
    const all = operations.map(({ group, name }) => `${group}.${name}`);
    expect(all.filter((operation) => !called.has(operation))).toEqual([]);
  });

  test('answer alike', () => {
    const [embedded, network] = doorNames.map((name) => settled(transcripts.get(name)!));
    expect(network).toEqual(embedded);
  });
});

/** The number of polls is chance, and each gateway has its own address for uploads. */
const settled = (transcript: readonly (readonly [string, unknown])[]) =>
  transcript.filter(([operation]) => !['queries.get', 'search.run', 'files.prepareUpload'].includes(operation));
