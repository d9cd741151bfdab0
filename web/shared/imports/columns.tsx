import { useId } from 'react';
import type { DataSet, ImportPreview } from '../../../schemas/data-sets.ts';
import type { FieldType } from '../../../schemas/fields.ts';
import { limits } from '../../../schemas/limits.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { textOf } from '../../fields/format.ts';
import { systemKeys } from '../../fields/shape.ts';
import { typeNames } from '../../fields/type-names.ts';
import { Shown } from '../../ui/shown.tsx';
import styles from './imports.module.css';
import type { Wishes } from './source.ts';

interface ColumnsProps {
  readonly preview: ImportPreview;
  readonly dataSet: DataSet | undefined;
  readonly wishes: Wishes;
  readonly wish: (wishes: Wishes) => void;
}

type Column = ImportPreview['columns'][number];

/** Which field each column becomes or fills. */
export function Columns({ preview, dataSet, wishes, wish }: ColumnsProps) {
  const labelled = ({ name }: Column, label: string) =>
    wish({ ...wishes, labels: { ...wishes.labels, [name]: label } });
  return (
    <section className={styles.box} aria-label="Columns" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {['Column', dataSet ? 'Goes into' : 'Field', 'Type', 'Name of each record'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.columns.map((column, place) => (
            <tr key={place}>
              <th scope="row">
                <Shown text={nameOf(column)} />
              </th>
              <td>
                {dataSet ? (
                  <Target column={column} dataSet={dataSet} choose={(label) => labelled(column, label)} />
                ) : (
                  <Label column={column} choose={(label) => labelled(column, label)} />
                )}
              </td>
              <td>
                {dataSet ? (
                  column.field && typeNames[column.field.type]
                ) : (
                  <Type
                    column={column}
                    chosen={typesIn(preview, wishes)[column.name]}
                    types={preview.types}
                    choose={(type) => wish({ ...wishes, types: { ...typesIn(preview, wishes), [column.name]: type } })}
                  />
                )}
              </td>
              <td>
                <input
                  type="radio"
                  name="titles"
                  aria-label={`Each record is named by ${nameOf(column)}`}
                  checked={wishes.titleColumn === undefined ? column.isTitle : column.name === wishes.titleColumn}
                  onChange={() => wish({ ...wishes, titleColumn: column.name })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {preview.missing !== undefined && (
        <p role="alert" className={styles.refusal}>
          The file has no column for “<Shown text={preview.missing} />
          ”, which each record must have.
        </p>
      )}
    </section>
  );
}

/** The wish for each column, by its name. */
const typesIn = ({ columns }: ImportPreview, { types = {} }: Wishes) =>
  types === 'suggested' ? Object.fromEntries(columns.map(({ name }) => [name, types])) : types;

/** A column without a header is called as its field. */
const nameOf = ({ header, name, field }: Column): string =>
  shownOnLine(header.trim() ? header : (field?.label ?? name));

const Label = ({ column, choose }: { column: Column; choose: (label: string) => void }) => (
  <input
    key={column.field?.label}
    className={styles.control}
    aria-label={`Label of ${nameOf(column)}`}
    defaultValue={column.field?.label}
    maxLength={limits.title}
    onBlur={({ target }) => {
      if (target.value.trim() && target.value !== column.field?.label) choose(target.value.trim());
    }}
  />
);

interface TypeProps {
  readonly column: Column;
  /** The preview with it is not there yet. */
  readonly chosen: FieldType | 'suggested' | undefined;
  readonly types: readonly FieldType[];
  readonly choose: (type: FieldType) => void;
}

function Type({ column, chosen, types, choose }: TypeProps) {
  const { field, suggestion } = column;
  const id = useId();
  const isChosen = chosen !== undefined && chosen !== 'suggested';
  const told = !isChosen && suggestion && suggestion.cell !== valueOf(suggestion) ? suggestion : undefined;
  return (
    <>
      <select
        className={styles.control}
        aria-label={`Type of ${nameOf(column)}`}
        aria-describedby={told && id}
        value={isChosen ? chosen : field?.type}
        onChange={({ target }) => choose(target.value as FieldType)}
      >
        {types.map((type) => (
          <option key={type} value={type}>
            {typeNames[type]}
          </option>
        ))}
      </select>
      {told && (
        <p id={id} className={styles.suggestion}>
          <SuggestionText suggestion={told} />
        </p>
      )}
    </>
  );
}

/** A cell and what it becomes, or why nothing is suggested. */
function SuggestionText({ suggestion }: { suggestion: Suggestion }) {
  const { type, cell, reason } = suggestion;
  return <Shown text={type === undefined ? `No other type: ${reason}` : `${cell} → ${valueOf(suggestion)}`} />;
}

/** The value that a cell becomes, as text. */
function valueOf({ type, currencyCode, becomes }: Suggestion): string {
  const shape = { type: currencyCode === undefined && type !== undefined ? type : 'number' } as const;
  return [textOf(becomes, shape), currencyCode].filter(Boolean).join(' ');
}

type Suggestion = NonNullable<Column['suggestion']>;

interface TargetProps {
  readonly column: Column;
  readonly dataSet: DataSet;
  readonly choose: (label: string) => void;
}

function Target({ column, dataSet, choose }: TargetProps) {
  const { field, isTitle } = column;
  return (
    <select
      className={styles.control}
      aria-label={`Where ${nameOf(column)} goes`}
      aria-invalid={!field && !isTitle}
      value={field?.label ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      {!field && (
        <option value="">{isTitle ? 'The names only' : 'Choose a field: this Data Set has none like it'}</option>
      )}
      {dataSet.fields
        .filter(({ key }) => !systemKeys.has(key))
        .map(({ key, label }) => (
          <option key={key} value={label}>
            {shownOnLine(label)}
          </option>
        ))}
    </select>
  );
}
