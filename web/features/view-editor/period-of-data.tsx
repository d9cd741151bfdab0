import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Interval } from '../../../schemas/fields.ts';
import { workspace } from '../../data/client.ts';
import { dayOfValue } from '../../views/calendar/days.ts';
import type { DefinitionOf } from '../../views/props.ts';
import { periodIn, periodOf, type Span } from '../../views/pivot-table/span-of-periods.ts';

interface PeriodOfDataProps {
  readonly channelId: string;
  readonly draft: DefinitionOf<'pivot_table'>;
  readonly set: (period: Period) => void;
}

type Period = DefinitionOf<'pivot_table'>['period'];

/** Gives a pivot table that begins the periods of its data, until somebody says others. */
export function PeriodOfData({ channelId, draft, set }: PeriodOfDataProps) {
  const { period, objectTypeId } = draft;
  const { fieldKey, interval } = period;
  const { data: span } = useSpan(channelId, objectTypeId, fieldKey);
  const given = useRef<Period>(undefined);
  const give = useEffectEvent((of: Span, field: string, asked: Interval) => {
    if (period.from !== given.current?.from || period.count !== given.current?.count) return;
    given.current = given.current ? periodIn(field, asked, of) : periodOf(field, of);
    set(given.current);
  });
  useEffect(() => {
    if (span) give(span, fieldKey, interval);
  }, [span, fieldKey, interval]);
  return null;
}

/** The first and last day of a field in all records. */
function useSpan(channelId: string, objectTypeId: string, field: string) {
  return useQuery({
    queryKey: ['span', channelId, objectTypeId, field],
    enabled: field !== '',
    queryFn: async ({ signal }): Promise<Span | null> => {
      const { data } = await workspace.queries.run(
        {
          mode: 'deterministic',
          operation: 'aggregate',
          channelId,
          objectTypeId,
          metrics: [
            { alias: 'first', function: 'minimum', field },
            { alias: 'last', function: 'maximum', field },
          ],
        },
        { signal },
      );
      const [first, last] = [dayOfValue(data.rows?.[0]?.['first']), dayOfValue(data.rows?.[0]?.['last'])];
      return first !== undefined && last !== undefined ? { first, last } : null;
    },
  });
}
