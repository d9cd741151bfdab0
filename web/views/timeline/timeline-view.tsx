import { useEffect, useRef, useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { Value } from '../../fields/value.tsx';
import { fieldNamed } from '../../fields/words.ts';
import { Shown } from '../../ui/shown.tsx';
import { today } from '../calendar/days.ts';
import type { MoveRecord } from '../calendar/calendar-view.tsx';
import { shiftedValues } from '../calendar/shifting.ts';
import { spansOf } from '../calendar/spans.ts';
import { cardFieldsOf } from '../card-fields-of.ts';
import { countWords } from '../count-words.ts';
import type { ViewProps } from '../props.ts';
import { groupedBy, type SpanGroup } from './groups.ts';
import { type MovingBars, useMovingBars } from './use-moving-bars.ts';
import { TimelineRow } from './row.tsx';
import { type Scale, scaleOf, ticksOf, zooms } from './scale.ts';
import styles from './timeline-view.module.css';

interface TimelineViewProps extends ViewProps<'timeline'> {
  /** How close, and how to look closer or from farther. Without them the timeline keeps it itself. */
  readonly zoom?: string | undefined;
  readonly setZoom?: ((zoom: string) => void) | undefined;
  /** Without it the timeline is for reading. */
  readonly move?: MoveRecord | undefined;
}

/** The part of the box that shows the past at first. */
const beforeToday = 1 / 3;

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
  const now = scale.at(today());
  const isOnAxis = now >= 0 && now <= scale.width;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const scrolled = box.current;
    scrolled?.scrollTo({ left: isOnAxis ? now - scrolled.clientWidth * beforeToday : 0 });
  }, [now, isOnAxis]);
  const { groupByFieldKey, startFieldKey, endFieldKey } = definition;
  const group = groupByFieldKey === undefined ? undefined : fieldNamed(fields, groupByFieldKey);
  const onRows = cardFieldsOf(definition.cardFieldKeys ?? [], fields, [groupByFieldKey, startFieldKey, endFieldKey]);
  return (
    <section aria-label={definition.name}>
      <Zooms current={scale.zoom} choose={setZoom ?? setOwn} />
      <div
        className={styles.box}
        tabIndex={0}
        role="region"
        aria-label={`${definition.name}, on a time axis`}
        ref={box}
      >
        <div className={styles.table} style={{ width: scale.width + 220 }} {...moving.onTable}>
          <Axis scale={scale} />
          {isOnAxis && <span className={styles.today} style={{ translate: now }} />}
          {groupedBy(spans, group, data.groups).map((one) => (
            <GroupOf key={String(one.key)} group={one} field={group} scale={scale} onRows={onRows} moving={moving} />
          ))}
        </div>
      </div>
    </section>
  );
}

const Zooms = ({ current, choose }: { current: string; choose: (zoom: string) => void }) => (
  <div className={styles.zooms} role="group" aria-label="How close to look">
    {zooms.map(({ key, label }) => (
      <button key={key} type="button" aria-pressed={key === current} onClick={() => choose(key)}>
        {label}
      </button>
    ))}
  </div>
);

function Axis({ scale }: { scale: Scale }) {
  return (
    <div className={styles.axis} aria-hidden="true">
      <div className={styles.corner} />
      <div className={styles.lane}>
        {ticksOf(scale).map(({ day, label }) => (
          <span key={day} className={styles.tick} style={{ left: scale.at(day) }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

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
