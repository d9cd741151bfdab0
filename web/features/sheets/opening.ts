import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Draft, drafts } from '../../data/drafts.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { versionOf } from '../../shared/artifacts/own-draft.ts';
import { readingCsv } from '../../grid/csv.ts';
import { type Kept, sheetOf } from '../../grid/model/kept.ts';
import type { Least } from '../../grid/editor/use-desk.ts';
import { openSheet, type Sheet } from '../../grid/model/sheet.ts';
import { inSlices } from '../../grid/model/slices.ts';
import { type Artifact, versionQuery } from '../../shared/artifacts/queries.ts';

/** Edits that are not stored yet, as this browser keeps them. */
export interface SheetDraft {
  readonly kept: readonly Kept[];
  readonly columns: number;
  readonly versionNumber: number;
  /** A sheet that is not stored yet has a title of its own. */
  readonly title?: string;
}

/** A version that edits begin with. */
export interface Version {
  readonly versionId: string;
  readonly versionNumber: number;
}

/** The name of all drafts of new sheets. */
export const fresh: Version = { versionId: 'new', versionNumber: 0 };

export const versionIn = ({ versionId, versionNumber }: Artifact): Version => ({ versionId, versionNumber });

/** The newest version, without its content. A change of the sheet makes the answer stale. */
export const newestQuery = (artifactId: string) =>
  queryOptions({
    queryKey: ['artifact', artifactId, 'newest'],
    queryFn: async ({ signal }) => {
      const { versions } = await workspace.artifacts.versions({ artifactId, limit: 1 }, { signal });
      return versions[0]?.versionNumber ?? 0;
    },
  });

/** The name of an opening. It is read anew at each visit, because the drafts have changed since the last one. */
export const openingKey = (of: string, by: string | undefined) => ['opened-sheet', of, by] as const;

/** Forgets an opening once the page is left. Who comes back at once would else write over the draft of before. */
export function useForgetOpening(of: string, by: string | undefined): void {
  useEffect(() => () => cache.removeQueries({ queryKey: openingKey(of, by) }), [of, by]);
}

/** A sheet as it is opened: the edits that this browser kept, else as it is stored. */
export interface Opened {
  readonly sheet: Sheet;
  readonly stored: Version;
  readonly draft?: Draft<SheetDraft> | undefined;
}

/** How much is drawn of a sheet that is smaller. Only what is written is stored. */
const leastGrid = { rows: 20, columns: 3 };

/** How a new sheet is drawn. It looks the same once it is stored. */
export const emptyGrid = { ...leastGrid, width: 16 };

/** How much of a sheet is drawn at least. One that was made just now stays as it was. */
export const leastOf = (sheet: Sheet, isMadeNow: boolean): Least =>
  isMadeNow || sheet.base.text === '' ? emptyGrid : leastGrid;

/** Opens the draft of this tab, or the newest, on the version that it changes, else the version that stands. */
export async function opened(artifact: Artifact, by: string): Promise<Opened> {
  const draft = await newestDraft(by, artifact.id);
  const { content, versionId } = artifact;
  if (!draft) return { sheet: await sheetIn(content), stored: versionIn(artifact) };
  const draftedOn = versionOf(draft.base);
  const text = draftedOn === versionId ? content : await contentOf(artifact.id, draftedOn);
  const { base } = await sheetIn(text);
  const stored = { versionId: draftedOn, versionNumber: draft.content.versionNumber };
  return { sheet: sheetOf(base, draft.content.kept, draft.content.columns), stored, draft };
}

/**
 * The draft that this tab kept last of a sheet, or of a new one in a channel. A tab without one takes the newest that is
 * open in no other.
 */
export const newestDraft = async (by: string, of: string): Promise<Draft<SheetDraft> | undefined> =>
  (await drafts.first<SheetDraft>({ by, kind: 'sheet', of }).catch(() => undefined))?.draft;

const contentOf = async (artifactId: string, versionId: string): Promise<string> =>
  (await cache.fetchQuery(versionQuery(artifactId, versionId))).content;

/** A text as a sheet, without holding the page. */
export const sheetIn = async (text: string): Promise<Sheet> => openSheet(await inSlices(readingCsv(text)));
