import { useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { FiltersEditor } from '../../shared/filters/filters-editor.tsx';
import { filtersOf, treeOf } from '../../shared/filters/tree.ts';
import { Choice, TextField } from '../../ui/form.tsx';
import { heights } from '../../views/dashboard/layout.ts';
import { firstGroups, type Widget } from './beginning.ts';
import { GroupsChoice } from './groups-choice.tsx';
import { MetricsChoice } from './metrics-choice.tsx';
import styles from './view-editor.module.css';
import { orderOf, orders, orderWords } from './widget-order.ts';

const types: Record<Widget['type'], string> = {
  number: 'Number',
  column: 'Columns',
  bar: 'Bars',
  line: 'Line',
  donut: 'Donut',
  table: 'Table',
};

const widths = ['1', '2', '3', '4'];
const heightWords = { small: 'Small', medium: 'Medium', tall: 'Tall' };

interface WidgetFormProps {
  readonly widget: Widget;
  readonly fields: readonly Field[];
  readonly set: (widget: Widget) => void;
}

/** A figure or chart: what it shows of which records. */
export function WidgetForm({ widget, fields, set }: WidgetFormProps) {
  const [nodes, setNodes] = useState(() => treeOf(widget.filters ?? [], fields));
  const { title, type, metrics = [], groupBy = [], limit, having } = widget;
  return (
    <div className={styles.widget} role="group" aria-label={title || 'A figure or chart'}>
      <TextField
        label="Title"
        required
        value={title}
        onChange={({ target }) => set({ ...widget, title: target.value })}
      />
      <div className={styles.looks}>
        <Choice
          label="Shown as"
          value={type}
          options={Object.entries(types).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => set(shownAs(widget, target.value as Widget['type'], fields))}
        />
        <Choice
          label="Width"
          value={String(widget.width ?? '')}
          options={[{ value: '', label: 'As usual' }, ...widths.map((value) => ({ value, label: `${value} of 4` }))]}
          onChange={({ target }) => set({ ...widget, width: target.value === '' ? undefined : Number(target.value) })}
        />
        <Choice
          label="Height"
          value={widget.height ?? ''}
          options={[
            { value: '', label: 'As usual' },
            ...heights.map((value) => ({ value, label: heightWords[value] })),
          ]}
          onChange={({ target }) => set({ ...widget, height: heights.find((one) => one === target.value) })}
        />
      </div>
      <MetricsChoice metrics={metrics} fields={fields} set={(next) => set({ ...widget, metrics: next })} />
      {type !== 'number' && (
        <>
          <GroupsChoice groups={groupBy} fields={fields} set={(next) => set({ ...widget, groupBy: next })} />
          <Choice
            label="In the order of"
            value={orderOf(widget)}
            options={orders(widget).map((value) => ({ value, label: orderWords(value, widget, fields) }))}
            onChange={({ target }) => set(withOrder(widget, target.value))}
          />
          <TextField
            label="At most this many rows"
            type="number"
            min={1}
            value={limit ?? ''}
            onChange={({ target }) => set({ ...widget, limit: target.value === '' ? undefined : Number(target.value) })}
          />
        </>
      )}
      <details open={nodes.length > 0}>
        <summary>Only records where</summary>
        <FiltersEditor
          nodes={nodes}
          fields={fields}
          set={(next) => {
            setNodes(next);
            set({ ...widget, filters: next.length === 0 ? undefined : filtersOf(next) });
          }}
        />
      </details>
      {having && having.length > 0 && (
        <p className={styles.hint}>It shows only groups whose figures fulfil conditions. These stay as they are.</p>
      )}
    </div>
  );
}

/** A number that becomes a chart has groups at once, because one bar says no more than the number. */
const shownAs = (widget: Widget, type: Widget['type'], fields: readonly Field[]): Widget => ({
  ...widget,
  type,
  ...(widget.type === 'number' && !widget.groupBy?.length && { groupBy: firstGroups(type, fields) }),
});

function withOrder(widget: Widget, value: string): Widget {
  const [direction, field] = value.split(' ') as ['asc' | 'desc', string | undefined];
  return { ...widget, orderBy: field === undefined ? undefined : [{ field, direction }] };
}
