import { expect, test } from 'vitest';
import type { Workspace } from '../../schemas/index.ts';
import { ask, sampleWith } from '../support/answering.ts';

const sample = sampleWith([
  {
    name: 'Dives',
    types: { Site: 'select' },
    content: 'Dive,Diver,Site,Metres\nD-1,Nell Frost,Reef,18\nD-2,Otis Vane,Wreck,31\n',
  },
]);

type Operations = Readonly<Record<string | symbol, (input: unknown) => unknown>>;

/** A workspace that notes each search and each record that is read. */
function noting(workspace: Workspace, asked: string[]): Workspace {
  const noted = (group: 'search' | 'records') =>
    new Proxy(workspace[group] as unknown as Operations, {
      get: (operations, name) => (input: unknown) => {
        asked.push(`${group}.${String(name)} ${JSON.stringify(input)}`);
        return operations[name]!(input);
      },
    });
  return new Proxy(workspace, {
    get: (groups, group) =>
      group === 'search' || group === 'records' ? noted(group) : groups[group as keyof Workspace],
  });
}

test.each([
  'How many dives did Nell Frosst log at the reef?',
  'I am packing my bag. How many dives has Otis Vane, by the way?',
  'How many dives did the Kowalski brothers call off at the wreck?',
])('a question reads the same thing once, however often it is read anew: %s', async (question) => {
  const asked: string[] = [];
  await ask(noting(sample.admin, asked), question);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked).toEqual([...new Set(asked)]);
});
