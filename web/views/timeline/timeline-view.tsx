import { type ReactNode, useRef, useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { Value } from '../../fields/value.tsx';
import { fieldNamed } from '../../fields/words.ts';
import { Shown } from '../../ui/shown.tsx';
import type { MoveRecord } from '../calendar/calendar-view.tsx';
import { shiftedValues } from '../calendar/shifting.ts';
import { today } from '../calendar/days.ts';
import { spansOf } from '../calendar/spans.ts';
import { cardFieldsOf } from '../card-fields-of.ts';
import { countWords } from '../count-words.ts';
import type { ViewProps } from '../props.ts';
import { groupedBy, type SpanGroup } from './groups.ts';
import { type MovingBars, useMovingBars } from './use-moving-bars.ts';
import { TimelineRow } from './row.tsx';
import { Axis } from './axis.tsx';
import { Going } from './going.tsx';
import { useOpening } from './use-opening.ts';
import { type Scale, scaleOf, zooms } from './scale.ts';
import styles from './timeline-view.module.css';

interface TimelineViewProps extends ViewProps<'timeline'> {
  /** How close, and how to look closer or from farther. Without them the timeline keeps it itself. */
  readonly zoom?: string | undefined;
  readonly setZoom?: ((zoom: string) => void) | undefined;
  /** Without it the timeline is for reading. */
  readonly move?: MoveRecord | undefined;
}

/** Records as bars on a time axis. */
export function TimelineView({ definition, data, fields, zoom, setZoom, move }: TimelineViewProps) {
  const [own, setOwn] = useState<string>();
  const keyOf = (name: string) => fieldNamed(fields, name)?.key ?? name;
  const keys = { start: keyOf(definition.startFieldKey), end: keyOf(definition.endFieldKey) };
  const spans = spansOf(data.records ?? [], keys.start, keys.end);
  const scale = scaleOf(spans, setZoom ? zoom : own);
  const moving = useMovingBars(
    scale,
    move &&
      (({ record }, by) => {
        const values = shiftedValues(record, keys, by);
        if (Object.keys(values).length > 0) move(record, values);
      }),
    keys.start !== keys.end,
  );
  const { groupByFieldKey, startFieldKey, endFieldKey } = definition;
  const group = groupByFieldKey === undefined ? undefined : fieldNamed(fields, groupByFieldKey);
  const onRows = cardFieldsOf(definition.cardFieldKeys ?? [], fields, [groupByFieldKey, startFieldKey, endFieldKey]);
  const groups = groupedBy(spans, group, data.groups);
  const at = scale.at(today());
  const now = at >= 0 && at <= scale.width ? at : undefined;
  const box = useRef<HTMLDivElement>(null);
  useOpening(box, now, scale, groups);
  return (
    <section aria-label={definition.name}>
      <Zooms current={scale.zoom} choose={setZoom ?? setOwn}>
        <Going box={box} now={now} />
      </Zooms>
      <div
        className={styles.box}
        tabIndex={0}
        role="region"
        aria-label={`${definition.name}, on a time axis`}
        ref={box}
      >
        <div className={styles.table} style={{ width: scale.width + 220 }} {...moving.onTable}>
          <Axis scale={scale} />
          {now !== undefined && <span className={styles.today} style={{ translate: now }} />}
          {groups.map((one) => (
            <GroupOf key={String(one.key)} group={one} field={group} scale={scale} onRows={onRows} moving={moving} />
          ))}
        </div>
      </div>
    </section>
  );
}

interface ZoomsProps {
  readonly current: string;
  readonly choose: (zoom: string) => void;
  readonly children: ReactNode;
}

const Zooms = ({ current, choose, children }: ZoomsProps) => (
  <div className={styles.zooms} role="group" aria-label="Days">
    {zooms.map(({ key, label }) => (
      <button key={key} type="button" aria-pressed={key === current} onClick={() => choose(key)}>
        {label}
      </button>
    ))}
    {children}
  </div>
);

interface GroupOfProps {
  readonly group: SpanGroup;
  readonly field: Field | undefined;
  readonly scale: Scale;
  readonly onRows: readonly Field[];
  readonly moving: MovingBars;
}

function GroupOf({ group: { key, label = '', count = 0, spans }, field, scale, onRows, moving }: GroupOfProps) {
  return (
    <section>
      {field && (
        <h2 className={styles.group}>
          <span>
            {key === undefined ? <Shown text={label} /> : <Value value={key} shape={field} />}
            <span className={styles.count}>{countWords(spans.length, count)}</span>
          </span>
        </h2>
      )}
      <ul className={styles.rows}>
        {spans.map((span) => (
          <TimelineRow key={span.record.id} span={span} scale={scale} fields={onRows} moving={moving} />
        ))}
      </ul>
    </section>
  );
}
