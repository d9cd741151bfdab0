import { type FieldKind, type FieldOptions, type FieldType, systemFields } from '../../schemas/fields.ts';
import { dataColumn } from '../store/data-tables/data-tables.ts';

/** A field as the query engine and the service know it. */
export interface CatalogueField extends FieldKind {
  /** Its column is `f<number>`; the fields that every record has are numbered 0. */
  readonly number: number;
  readonly key: string;
  readonly label: string;
  readonly type: FieldType;
  /** Also of multi_select: whether its values are lists. */
  readonly multiple: boolean;
  readonly required: boolean;
  /** Filled by a connected source, so that it cannot be set here. */
  readonly fromSource: boolean;
  readonly options: FieldOptions;
  /** SQL: its value without what is in the trash or purged. Undefined while nothing that it may refer to is. */
  readonly liveValue?: string;
}

/** A field that a new Data Set is to have. */
export type NewField = Pick<CatalogueField, 'key' | 'label' | 'type'> &
  Partial<Pick<CatalogueField, 'required' | 'multiple' | 'fromSource' | 'options'>>;

/** A table that typed queries can read: a Data Set or a sheet. */
export interface CatalogueTable {
  /** Never leaves the service. */
  readonly number: number;
  readonly recordCount: number;
  /** SQL: its records, to select from. */
  readonly rows: string;
  /** SQL: the same as a plain table, and the condition while which all its rows are records. */
  readonly plain?: { readonly rows: string; readonly condition: string };
  /** How many rows beside its records a statement passes over. */
  readonly pendingCount: number;
  /** SQL: an upper bound of its longest text in characters (UTF-16), stored lists included. Undefined when unknown. */
  readonly longestText?: string;
  /** Its own, which records are shown with. */
  readonly fields: readonly CatalogueField[];
  /** The other fields that a query can name. */
  readonly otherFields: readonly CatalogueField[];
}

/** How many rows a statement over a table looks at. */
export const rowsToRead = ({ recordCount, pendingCount }: CatalogueTable): number => recordCount + pendingCount;

export interface CatalogueDataSet extends CatalogueTable {
  /** Counts the changes of its fields. */
  readonly revision: number;
  readonly id: string;
  readonly organizationId: string;
  readonly channelId: string;
  readonly objectType: string;
  readonly name: string;
  readonly description: string;
  readonly readOnly: boolean;
}

export const everyRecordHas: readonly CatalogueField[] = Object.entries(systemFields).map(([key, { label, type }]) => ({
  number: 0,
  key,
  label,
  type,
  multiple: false,
  required: true,
  fromSource: false,
  options: {},
}));

/** The title is a column of every table, a sheet's too. */
export const titleField: CatalogueField = everyRecordHas.find(({ key }) => key === 'title')!;

/** All fields of a Data Set or sheet, its own first. */
export const allFields = ({ fields, otherFields }: Fields): readonly CatalogueField[] => [...fields, ...otherFields];

export type Fields = Pick<CatalogueTable, 'fields' | 'otherFields'>;

const systemColumns: Record<string, string> = {
  title: 'title',
  created_at: 'created_at',
  updated_at: 'coalesce(updated_at, created_at)',
  created_by: 'created_by',
};

/** SQL for a field's value as it is stored: identifiers come from here and never from a request. */
export const columnOf = ({ number, key }: Pick<CatalogueField, 'number' | 'key'>): string =>
  number === 0 ? systemColumns[key]! : dataColumn(number);

/** SQL for a field's value as it is shown. No index is built on it where it differs from the stored one. */
export const shownOf = (field: CatalogueField): string => field.liveValue ?? columnOf(field);

/** Fields whose values are taken as they are stored. */
export const asStored = (fields: readonly CatalogueField[]): CatalogueField[] =>
  fields.map(({ liveValue: _, ...field }) => field);
