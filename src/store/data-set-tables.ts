import type { ColumnType } from 'kysely';
import type { InterfaceType } from '../../schemas/common.ts';

/** Times are RFC 3339 UTC texts with milliseconds, so they sort by time. Booleans are 0 and 1. */
export type Flag = 0 | 1;

/** When it was moved to the trash; null otherwise. */
export type Trashed = ColumnType<string | null, string | null | undefined, string | null>;

/** The catalogue of Data Sets, where their records are, their Views and connected sources. */
export interface DataSetTables {
  /** The catalogue of Data Sets. The records of each are in its own table, `data_<number>` (data-tables.ts). */
  data_sets: {
    number: ColumnType<number, number | undefined, never>;
    id: string;
    organization_id: string;
    channel_id: string;
    object_type: string;
    name: string;
    description: string;
    record_count: number;
    /** An upper bound of every text a record ever had, in UTF-16 code units. Lists count as stored. */
    longest_text: ColumnType<number, number | undefined, number>;
    /** Counts changes of the fields; they are reread only after one. */
    revision: ColumnType<number, number | undefined, number>;
    /** Backed by a connected source. Only reference fields may be set here. */
    read_only: Flag;
    created_at: string;
    created_by: string;
    updated_at: string;
    updated_by: string;
    trashed_at: Trashed;
  };
  /** Fields in the order of their numbers; values are in the column `f<number>`. */
  data_set_fields: {
    data_set: number;
    number: number;
    key: string;
    label: string;
    type: string;
    required: Flag;
    multiple: Flag;
    /** Whether a connected source fills the field. */
    from_source: Flag;
    options: string | null;
  };
  /** The Data Set of each record. */
  records: {
    id: string;
    data_set: number;
    /** The interface of the last change. */
    interface: InterfaceType | null;
    agent: ColumnType<number | null, number | null | undefined, number | null>;
  };
  /**
   * Rows being added to a Data Set in several transactions, invisible before the last. The Data Set may not be in the
   * catalogue before then either. The importer renews its lease, which ends at `claimed_until`, in milliseconds since
   * 1970.
   */
  pending_rows: {
    data_set: number;
    claim: string;
    claimed_until: number;
    /** Every ID in this range, both ends included, belongs to this import. */
    first_id: string;
    last_id: string;
    /** The creation time of each row. */
    created_at: number;
    /** The expected number of rows. */
    row_count: number;
  };
  /** The Data Set of a deleted record, so that deleting it again is harmless. */
  deleted_records: { id: string; data_set: number };
  /** The versions of records that later ones superseded, and what the next one replaced (`KeptChange[]` as JSON). */
  record_versions: {
    record_id: string;
    number: number;
    /** In milliseconds since 1970. */
    at: number;
    user_id: string;
    interface: InterfaceType | null;
    agent: ColumnType<number | null, number | null | undefined, number | null>;
    changes: string;
  };
  /** Deleted records whose versions are still to be deleted. */
  ended_histories: { record_id: string };
  views: {
    id: string;
    channel_id: string;
    data_set: number;
    slug: string;
    /** The name of the current version. */
    name: string;
    current_version_id: string;
    created_at: string;
    created_by: string;
    trashed_at: Trashed;
  };
  view_versions: {
    id: string;
    view_id: string;
    number: number;
    name: string;
    renderer: string;
    definition: string;
    interface: ColumnType<InterfaceType | null, InterfaceType | null | undefined, never>;
    agent: ColumnType<number | null, number | null | undefined, never>;
    created_at: string;
    created_by: string;
  };
  /** Indexes that are learned from queries: by the key of a field, or by an order such as `amount desc, title asc`. */
  learned_indexes: {
    data_set: number;
    learned_by: string;
    learned_at: string;
    last_used_at: string;
    /** Queries since it was learned. Some are not yet counted. */
    uses: number;
  };
  /** The sources of connected Data Sets. */
  sources: {
    id: string;
    data_set: number;
    kind: 'csv' | 'sqlite';
    path: string;
    table_name: string | null;
    key_column: string;
    every_minutes: number;
    /** When synchronization last began. The process that sets it synchronizes, so that no other does. */
    tried_at: string;
    /** When the records last matched the source. */
    synchronized_at: string;
    /** The problem of the last synchronization; null after success. */
    problem: string | null;
    created_at: string;
  };
  /** The field that a source column fills. `name` is the key derived from the source's headers alone. */
  source_columns: { data_set: number; name: string; field: number };
  /** The record of each source row, by its key in the source. */
  source_rows: { data_set: number; key: string; record_id: string };
}
