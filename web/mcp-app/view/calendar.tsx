import { useMemo, useState } from 'react';
import { CalendarView } from '../../views/calendar/calendar-view.tsx';
import { today } from '../../views/calendar/days.ts';
import { lastingOn } from '../../views/calendar/lasting.ts';
import { type Look, rangeOf } from '../../views/calendar/looks.ts';
import { withChanges } from '../../views/changed.ts';
import type { DefinitionOf } from '../../views/props.ts';
import { hostCan } from '../host.ts';
import { Foot } from './foot.tsx';
import { useData } from './use-data.ts';
import { useEdits } from './use-edits.tsx';
import type { ContentProps } from './view-answer.ts';

/** Records on their days. Those of other days are read when they are looked at. */
export function Calendar({ first, filters, definition }: ContentProps & { definition: DefinitionOf<'calendar'> }) {
  const [shown, setShown] = useState({ look: 'month' as Look, day: today() });
  const { look, day } = shown;
  const canRead = hostCan('serverTools');
  const { fields } = first.dataSet;
  const wanted = useMemo(
    () => (canRead ? [...filters, ...lastingOn(rangeOf(look, day), definition, fields)] : filters),
    [canRead, filters, look, day, definition, fields],
  );
  const reading = useData({ first, filters: wanted, isRead: !canRead });
  const edits = useEdits(first);
  const move: Parameters<typeof CalendarView>[0]['move'] = (record, values) =>
    edits.change(record, values, `“${record.title}” is moved.`);
  return (
    <>
      <CalendarView
        {...{ definition, shown, fields }}
        show={(next, around) => setShown({ look: next, day: around })}
        data={withChanges(reading.data, edits.changes)}
        move={edits.canMove ? move : undefined}
      />
      <Foot reading={reading} />
      {edits.clash}
    </>
  );
}
