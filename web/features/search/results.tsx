import type { SearchResult, SearchType } from '../../../schemas/search.ts';
import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { More } from '../../shared/lists/more.tsx';
import { usePages } from '../../shared/lists/use-pages.ts';
import { ThingRow } from '../../shared/things/thing-row.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Marked } from './marked.tsx';
import { Nothing } from './nothing.tsx';
import styles from './search.module.css';

interface ResultsProps {
  readonly q: string;
  readonly types: readonly SearchType[];
  readonly channelId: string | undefined;
}

const pageResults = 20;

/** Things that hold the words, the best first; without words, the last changes. */
export function Results({ q, types, channelId }: ResultsProps) {
  const filters = { ...(q !== '' && { q, matches: true }), channelId, ...(types.length > 0 && { types: [...types] }) };
  const pages = usePages(
    ['search', filters],
    async (cursor, options) => {
      const { results, nextCursor } = await workspace.search.run({ ...filters, cursor, limit: pageResults }, options);
      return { items: results, nextCursor };
    },
    { keepsPrevious: true },
  );
  return (
    <Answer of={pages} what="what is found">
      {(results) =>
        results.length === 0 ? (
          <Nothing q={q} isFiltered={types.length > 0 || channelId !== undefined} />
        ) : (
          <div data-stale={pages.isPlaceholderData ? '' : undefined}>
            <Rows label={q === '' ? 'Changed last' : 'Results'}>
              {results.map((result) => (
                <Result key={`${result.type}${result.id}`} result={result} />
              ))}
            </Rows>
            <More of={pages} what={q === '' ? 'things, the last changed first' : 'results'} />
          </div>
        )
      }
    </Answer>
  );
}

const Result = ({ result }: { result: SearchResult }) => (
  <ThingRow thing={result}>
    {result.snippet !== '' && (
      <p className={styles.snippet}>
        <Marked text={result.snippet} places={result.matches ?? []} />
      </p>
    )}
  </ThingRow>
);
