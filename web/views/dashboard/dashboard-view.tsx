import { useRef, useState } from 'react';
import type { AnyFilter, ValueWords } from '../../fields/words.ts';
import type { ViewProps } from '../props.ts';
import { queryWords } from '../query-words.ts';
import styles from './dashboard-view.module.css';
import { type Arranging, beginsRow, type DefinedWidget, sizeOf } from './layout.ts';
import { queryOf, Widget } from './widget.tsx';

interface DashboardViewProps extends ViewProps<'dashboard'> {
  /** Filters beside those of the definition. */
  readonly temporary?: readonly AnyFilter[] | undefined;
  /** Says values in conditions. */
  readonly say?: ValueWords | undefined;
  /** How widgets are arranged, while somebody does. */
  readonly arranging?: Arranging | undefined;
}

/** Figures and charts in four columns. Each is a typed query; one that fails leaves the others. */
export function DashboardView({ definition, data, fields, Drill, temporary, say, arranging }: DashboardViewProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { widgets } = definition;
  const [held, hold] = useState<string>();
  const conditions = [...(definition.filters ?? []), ...(temporary ?? [])];
  const wordsOf = (asked: DefinedWidget): string | undefined => {
    if (!asked.metrics && !asked.groupBy) return undefined;
    const filters = [...conditions, ...(asked.filters ?? [])];
    return `${queryWords({ operation: 'aggregate', ...queryOf(asked), filters }, fields, say).join(', ')}.`;
  };
  return (
    <div className={styles.frame}>
      <div className={styles.dashboard} ref={grid}>
        {widgets.map((asked, index) => {
          const { id, title, type } = asked;
          const { width, height } = sizeOf(asked);
          const result = data.widgets?.find((one) => one.id === id) ?? { id, title, type };
          const shown = (
            <Widget
              widget={result}
              asked={asked}
              fields={fields}
              Drill={arranging ? undefined : Drill}
              words={wordsOf(asked)}
            />
          );
          const look = {
            className: styles.cell,
            'data-width': width,
            'data-height': height,
            'data-first': beginsRow(widgets, index) || undefined,
          };
          if (!arranging)
            return (
              <div key={id} {...look}>
                {shown}
              </div>
            );
          const { Cell, set } = arranging;
          return (
            <Cell key={id} {...{ look, widgets, asked, set, grid, held, hold }}>
              {shown}
            </Cell>
          );
        })}
      </div>
    </div>
  );
}
