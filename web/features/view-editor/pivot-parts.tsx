import type { Field, Interval } from '../../../schemas/fields.ts';
import { mistakeOf } from '../../data/problems.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import { Choice, TextField } from '../../ui/form.tsx';
import { Toggles } from '../../ui/toggles.tsx';
import type { DefinitionOf } from '../../views/props.ts';
import { dateFields } from './beginning.ts';
import { FieldChoice } from './field-choice.tsx';
import { FieldsChoice } from './fields-choice.tsx';
import { MetricChoice } from './metric-choice.tsx';
import styles from './view-editor.module.css';

export const intervals: Record<Interval, string> = {
  day: 'days',
  week: 'weeks',
  month: 'months',
  quarter: 'quarters',
  year: 'years',
};

interface PivotPartsProps {
  readonly draft: DefinitionOf<'pivot_table'>;
  readonly set: (draft: ViewDefinition) => void;
  readonly fields: readonly Field[];
  readonly error: unknown;
}

export function PivotParts({ draft, set, fields, error }: PivotPartsProps) {
  const { period, metric, totals = { rows: false, columns: false } } = draft;
  const setPeriod = (next: Partial<typeof period>) => set({ ...draft, period: { ...period, ...next } });
  return (
    <>
      <div className={styles.ordered}>
        <p className={styles.label}>Figure</p>
        <MetricChoice label="Figure" metric={metric} fields={fields} set={(next) => set({ ...draft, metric: next })} />
      </div>
      <FieldsChoice
        label="A row for each value of"
        none="One row for all records."
        fields={fields.filter(({ queryable }) => queryable)}
        chosen={draft.rowFieldKeys}
        choose={(rowFieldKeys) => set({ ...draft, rowFieldKeys })}
      />
      <FieldChoice
        label="A column for each period of"
        mistake={mistakeOf(error, 'period')}
        fields={dateFields(fields)}
        value={period.fieldKey}
        choose={(fieldKey = '') => setPeriod({ fieldKey })}
      />
      <Choice
        label="Periods"
        value={period.interval}
        options={Object.entries(intervals).map(([value, label]) => ({ value, label }))}
        onChange={({ target }) => setPeriod({ interval: target.value as Interval })}
      />
      <TextField
        label="How many periods"
        hint="Without a number it shows 6."
        type="number"
        value={period.count ?? ''}
        onChange={({ target }) => setPeriod({ count: target.value === '' ? undefined : Number(target.value) })}
      />
      <TextField
        label="Beginning with the period of"
        hint="A day such as 2026-01-01, or -P1Y to begin a year ago. Without it they end with the current one."
        value={period.from ?? ''}
        onChange={({ target }) => setPeriod({ from: target.value === '' ? undefined : target.value })}
      />
      <Toggles
        label="Totals"
        options={[
          { value: 'rows', label: 'Totals of rows' },
          { value: 'columns', label: 'Totals of columns' },
        ]}
        chosen={(['rows', 'columns'] as const).filter((one) => totals[one])}
        choose={(on) => set({ ...draft, totals: { rows: on.includes('rows'), columns: on.includes('columns') } })}
      />
    </>
  );
}
