import { queryOptions } from '@tanstack/react-query';
import type { SearchResult, SearchType } from '../../../schemas/search.ts';
import { itemsOf } from '../../../src/sdk/index.ts';
import { workspace } from '../../data/client.ts';
import { firstOf } from '../../shared/lists/first-of.ts';
import { ThingRow } from '../../shared/things/thing-row.tsx';
import { Link } from '../../ui/link.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Section } from '../../ui/section.tsx';

const shownAtMost = 6;

/** Everything but records, because one import makes thousands. */
const types: SearchType[] = ['artifact', 'file', 'post', 'session'];

export const changedLastQuery = queryOptions({
  queryKey: ['activity', 'changed last'],
  queryFn: ({ signal }) =>
    firstOf(itemsOf(workspace.search.run, { types, limit: shownAtMost + 1 }, { signal }), shownAtMost + 1),
});

/** The last changes of people and agents. */
export const ChangedLast = ({ found }: { found: readonly SearchResult[] }) => (
  <Section title="Changed last">
    <Rows label="Changed last">
      {found.slice(0, shownAtMost).map((thing) => (
        <ThingRow key={`${thing.type}${thing.id}`} thing={thing} />
      ))}
    </Rows>
    {found.length > shownAtMost && <Link to="/search">Everything that changed</Link>}
  </Section>
);
