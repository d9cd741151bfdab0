import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FieldType } from '../../../schemas/fields.ts';
import { workspace } from '../../data/client.ts';

/** A table to import: a file of this computer, a stored one, or a sheet. */
export type ImportSource = { readonly file: File } | { readonly fileId: string } | { readonly artifactId: string };

type WishedType = FieldType | 'suggested';

/** The wishes of a person about an import. */
export interface Wishes {
  readonly sheet?: string | undefined;
  readonly titleColumn?: string | undefined;
  /** By the names of columns, or the suggested ones for all. */
  readonly types?: Readonly<Record<string, WishedType>> | 'suggested' | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** A file of this computer has no ID. */
export const nameOf = (source: ImportSource): readonly unknown[] =>
  'file' in source ? [source.file.name, source.file.size, source.file.lastModified] : Object.values(source);

/** Asks what an import would store. It stores nothing. */
export const previewQuery = (
  channelId: string,
  objectTypeId: string | undefined,
  source: ImportSource,
  wishes: Wishes,
) =>
  queryOptions({
    queryKey: ['import', channelId, objectTypeId, nameOf(source), wishes],
    queryFn: ({ signal }) =>
      workspace.dataSets.previewImport(
        { channelId, ...source, ...wishes, ...(objectTypeId !== undefined && { objectTypeId }) },
        { signal },
      ),
    select: ({ preview }) => preview,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
