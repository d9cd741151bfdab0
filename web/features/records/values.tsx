import { useState } from 'react';
import type { DataSet } from '../../../schemas/data-sets.ts';
import type { Field } from '../../../schemas/fields.ts';
import type { Record as WorkspaceRecord } from '../../../schemas/records.ts';
import { Value } from '../../fields/value.tsx';
import { canEditIn } from '../../shared/records/can-edit.ts';
import { HeldEdits } from '../../shared/records/held-edits.tsx';
import type { RecordEdits } from '../../shared/records/use-record-edits.ts';
import { systemKeys } from '../../fields/shape.ts';
import { IconButton } from '../../ui/button.tsx';
import { Shown } from '../../ui/shown.tsx';
import { alsoNaming, namingField, withoutNaming } from '../../views/naming.ts';
import { FieldForm } from './field-form.tsx';
import styles from './record-page.module.css';

interface ValuesProps {
  readonly record: WorkspaceRecord;
  readonly dataSet: DataSet | undefined;
  readonly mayWrite: boolean;
  readonly edits: RecordEdits;
}

/** Every field of a record with its value, in the order of the Data Set. Each is edited where it stands. */
export function Values({ record, dataSet, mayWrite, edits }: ValuesProps) {
  const { id, title } = record;
  const [edited, setEdited] = useState<string>();
  /** The field that was edited last. The focus comes back to its button. */
  const [left, setLeft] = useState<string>();
  const given = dataSet?.fields ?? [];
  const rows = { count: 1, at: () => record };
  const naming = namingField(given, rows);
  const fields = naming ? withoutNaming(given, naming) : given;
  const changed = edits.overlay.get(id) ?? {};
  const values: Readonly<Record<string, unknown>> = { ...record.values, title, ...changed };
  const mistakeAt = (key: string) =>
    edits.held.flatMap(({ mistakes }) => mistakes).find(({ fieldKey }) => fieldKey === key)?.message;
  const begin = (key: string) => {
    setLeft(undefined);
    setEdited(key);
  };
  const leave = () => {
    setLeft(edited);
    setEdited(undefined);
  };
  const set = (field: Field, value: unknown) => {
    leave();
    const before = mistakeAt(field.key) === undefined ? values[field.key] : { ...record.values, title }[field.key];
    const change = { id, before: { [field.key]: before ?? null }, after: { [field.key]: value } };
    edits.change(naming ? alsoNaming([change], naming.key, rows) : [change], field.label);
  };
  return (
    <section aria-labelledby="values">
      <header className={styles.valuesHead}>
        <h2 id="values">Fields</h2>
        {mayWrite && (
          <>
            <IconButton label="Undo" icon="undo" disabled={!edits.canUndo} onClick={edits.undo} />
            <IconButton label="Redo" icon="redo" disabled={!edits.canRedo} onClick={edits.redo} />
            <span role="status" className={styles.none}>
              {edits.isWaiting ? 'Storing …' : edits.held.length > 0 ? 'Not all is stored' : edits.canUndo && 'Stored'}
            </span>
          </>
        )}
      </header>
      <HeldEdits edits={edits} fields={given} titleOf={() => title} />
      <dl className={styles.values}>
        {fields
          .filter(({ key }) => key === 'title' || !systemKeys.has(key))
          .toSorted((one, other) => Number(other.key === 'title') - Number(one.key === 'title'))
          .map((field) => (
            <div key={field.key} className={styles.value}>
              <dt>
                <Shown text={field.label} />
              </dt>
              <dd className={field.type === 'long_text' ? styles.long : undefined}>
                {edited === field.key ? (
                  <FieldForm
                    field={field}
                    value={values[field.key]}
                    mistake={mistakeAt(field.key)}
                    set={(value) => set(field, value)}
                    leave={leave}
                  />
                ) : (
                  <span className={styles.shown}>
                    <span className={mistakeAt(field.key) === undefined ? undefined : styles.mistaken}>
                      {isEmpty(values[field.key], field) ? (
                        <span className={styles.none}>No value</span>
                      ) : (
                        <Value value={values[field.key]} shape={field} />
                      )}
                    </span>
                    {mayWrite && dataSet && canEditIn(dataSet, field) && (
                      <IconButton
                        label={`Edit ${field.label}`}
                        icon="edit"
                        data-item
                        {...(field.key === 'title' && { 'data-edit': '' })}
                        autoFocus={left === field.key}
                        onClick={() => begin(field.key)}
                      />
                    )}
                  </span>
                )}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

const isEmpty = (value: unknown, { type }: Field) => (value === undefined || value === null) && type !== 'checkbox';
