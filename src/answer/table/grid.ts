import { dateTypes, type Field, numberTypes } from '../../../schemas/fields.ts';

export type Single = string | number | boolean;
export type Cell = Single | readonly Single[] | undefined;

/** The parts of a field that the readings need. */
export type TableField = Pick<Field, 'key' | 'label' | 'type' | 'multiple' | 'options'> & {
  /** Whether the field of a sheet is derived rather than one of its columns. */
  readonly derived?: true | undefined;
  /** Key of the column that it was read from; the number of the row was from none. */
  readonly derivedFrom?: string | undefined;
};

/** A table that is small enough to be read whole: its columns, in the order of its rows. */
export interface Grid {
  readonly fields: readonly TableField[];
  readonly rows: number;
  readonly columns: ReadonlyMap<string, readonly Cell[]>;
}

export const isNumeric = ({ type }: TableField): boolean => numberTypes.has(type);
export const isDated = ({ type }: TableField): boolean => dateTypes.has(type);
/** Whether rows have a meaningful first and last by it. */
export const isOrdered = (field: TableField): boolean => isNumeric(field) || isDated(field);

/** The field whose text a sheet's derived field was read from; itself for any other. */
export const baseOf = (field: TableField, fields: readonly TableField[]): TableField =>
  fields.find(({ key }) => key === field.derivedFrom) ?? field;

/** The number of each row, which sheets have. */
export const rowNumberOf = (fields: readonly TableField[]): TableField | undefined =>
  fields.find(({ derived, derivedFrom }) => derived && derivedFrom === undefined);
