import { queryOptions } from '@tanstack/react-query';
import { workspace } from '../../data/client.ts';
import { ThingRow } from '../../shared/things/thing-row.tsx';
import { Link } from '../../ui/link.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Section } from '../../ui/section.tsx';

type Found = Awaited<ReturnType<typeof workspace.search.run>>;

/** Everything but records, because one import makes thousands. */
export const changedLastQuery = queryOptions({
  queryKey: ['activity', 'changed last'],
  queryFn: ({ signal }) =>
    workspace.search.run({ types: ['artifact', 'file', 'post', 'session'], limit: 6 }, { signal }),
});

/** The last changes of people and agents. */
export const ChangedLast = ({ found: { results, nextCursor } }: { found: Found }) => (
  <Section title="Changed last">
    <Rows label="Changed last">
      {results.map((thing) => (
        <ThingRow key={`${thing.type}${thing.id}`} thing={thing} />
      ))}
    </Rows>
    {nextCursor !== undefined && <Link to="/search">Everything that changed</Link>}
  </Section>
);
