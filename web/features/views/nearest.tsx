import { useQuery } from '@tanstack/react-query';
import type { ViewFilters } from '../../../schemas/queries.ts';
import { workspace } from '../../data/client.ts';
import { asQueryFilters } from '../../shared/filters/names.ts';
import { Button } from '../../ui/button.tsx';
import { dayOfValue } from '../../views/calendar/days.ts';
import { boundsOf } from '../../views/calendar/lasting.ts';
import { type Look, rangeOf, rangeWords } from '../../views/calendar/looks.ts';
import { keyOf } from './view-data.ts';
import type { Viewing } from './viewing.ts';

interface NearestProps extends Viewing<'calendar'> {
  readonly shown: { readonly look: Look; readonly day: string };
  readonly show: (look: Look, day: string) => void;
}

/** From days without records to the nearest days with some, before them and after. */
export function Nearest({ viewing, definition, shown: { look, day }, show }: NearestProps) {
  const { data: days = [] } = useNearest({ viewing, definition }, look, day);
  const icons = ['left', 'right'] as const;
  return days.map(
    (nearest, side) =>
      nearest !== undefined && (
        <Button key={icons[side]} icon={icons[side]} onClick={() => show(look, nearest)}>
          Show {rangeWords(look, nearest)}
        </Button>
      ),
  );
}

/** The last day before what is shown on which a record starts, and the first day after it. */
function useNearest({ viewing, definition }: Viewing<'calendar'>, look: Look, day: string) {
  const { channelId, view, temporary, fields } = viewing;
  const field = definition.dateFieldKey;
  const filters = asQueryFilters([...((view.definition['filters'] ?? []) as ViewFilters), ...temporary]);
  const { onward, until } = boundsOf(rangeOf(look, day), fields, field);
  const sides = [
    { function: 'maximum', operator: 'lt', value: onward.value },
    { function: 'minimum', operator: until.op === 'lt' ? 'gte' : 'gt', value: until.value },
  ] as const;
  return useQuery({
    queryKey: [...keyOf(viewing), temporary, 'nearest', onward, until],
    queryFn: ({ signal }) =>
      Promise.all(
        sides.map(async ({ function: found, operator, value }) => {
          const { data } = await workspace.queries.run(
            {
              mode: 'deterministic',
              operation: 'aggregate',
              channelId,
              objectTypeId: view.objectTypeId,
              metrics: [{ alias: 'day', function: found, field }],
              filters: [...filters, { field, operator, value }],
            },
            { signal },
          );
          return dayOfValue(data.rows?.[0]?.['day']);
        }),
      ),
  });
}
