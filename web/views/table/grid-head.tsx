import { type PointerEvent, type ReactNode, useRef } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { isNumeric } from '../../fields/shape.ts';
import { Shown } from '../../ui/shown.tsx';
import { type ColumnLook, narrowest, widest } from './columns.ts';
import styles from './record-grid.module.css';

interface GridHeadProps {
  readonly columns: readonly Field[];
  readonly look: ColumnLook;
  readonly setLook: (look: ColumnLook) => void;
  /** How wide the columns are drawn, by their keys. */
  readonly drawnWidths: () => Record<string, number>;
  readonly renderHead: ((field: Field) => ReactNode) | undefined;
  readonly sorted: { readonly key: string; readonly direction: 'asc' | 'desc' } | undefined;
}

/** The names of the columns. Their edges are dragged to make them wider; the dialog of the columns does it by keys. */
export function GridHead({ columns, look, setLook, drawnWidths, renderHead, sorted }: GridHeadProps) {
  const drag = useRef<{ readonly key: string; readonly from: number; readonly widths: Record<string, number> }>(
    undefined,
  );
  const begin = (field: Field) => (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { key: field.key, from: event.clientX, widths: drawnWidths() };
  };
  const move = ({ clientX }: PointerEvent) => {
    if (!drag.current) return;
    const { key, from, widths } = drag.current;
    const next = Math.max(narrowest, Math.min(widths[key]! + clientX - from, widest));
    setLook({ ...look, widths: { ...look.widths, ...widths, [key]: next } });
  };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={styles.number} aria-colindex={1}>
          <span className={styles.hidden}>Row</span>
        </th>
        {columns.map((field, column) => (
          <th
            key={field.key}
            scope="col"
            aria-colindex={column + 2}
            className={isNumeric(field) ? styles.numeric : undefined}
            {...(sorted?.key === field.key && { 'aria-sort': sorted.direction === 'asc' ? 'ascending' : 'descending' })}
          >
            {renderHead ? renderHead(field) : <Shown text={field.label} />}
            <span
              className={styles.edge}
              aria-hidden="true"
              onPointerDown={begin(field)}
              onPointerMove={move}
              onLostPointerCapture={() => (drag.current = undefined)}
            />
          </th>
        ))}
      </tr>
    </thead>
  );
}
