import fc from 'fast-check';
import { naughty } from './strings.ts';
import type { Json } from './values.ts';

export const idsIn = (text: string): string[] => [
  ...new Set(text.match(/\b(?:org|usr|ch|ot|rec|view|viewv|file|art|artv|ses|msg|post|cmt|qry|fdb)_[0-9a-z]{26}\b/g)),
];

export const prefixOf = (id: string): string => id.split('_', 1)[0]!;

/** The kind of ID by the name of the field. */
export const kinds: Readonly<Record<string, string>> = {
  channelId: 'ch',
  artifactId: 'art',
  fileId: 'file',
  sessionId: 'ses',
  recordId: 'rec',
  viewId: 'view',
  objectTypeId: 'ot',
  userId: 'usr',
  organizationId: 'org',
  postId: 'post',
  commentId: 'cmt',
  queryId: 'qry',
  versionId: 'artv',
  expectedVersionId: 'artv',
  expectedCurrentVersionId: 'viewv',
  subjectId: 'post',
  targetId: 'ch',
  trashedId: 'art',
  mentionedUserIds: 'usr',
  mentionedChannelIds: 'ch',
  mentionedDataSetIds: 'ot',
  mentionedViewIds: 'view',
};

export interface Pools {
  /** IDs of this kind that the sender has seen, the most important first. */
  own(kind: string): readonly string[];
  readonly foreign: readonly string[];
}

const invented = (kind: string) => `${kind}_${'0'.repeat(25)}7`;

/** IDs for a field of this name: mostly good ones, and foreign, invented, wrong and malformed ones. */
export function idsFor(name: string, pools: Pools): fc.Arbitrary<Json> | undefined {
  const kind = kinds[name];
  if (kind === undefined) return undefined;
  const picked = (list: () => readonly string[]) =>
    fc.nat().map((place) => {
      const ids = list();
      return ids[place % ids.length] ?? invented(kind);
    });
  return fc.oneof(
    { weight: 16, arbitrary: fc.constant(kind).map(() => pools.own(kind)[0] ?? invented(kind)) },
    { weight: 8, arbitrary: picked(() => pools.own(kind)) },
    { weight: 2, arbitrary: picked(() => pools.foreign.filter((id) => prefixOf(id) === kind)) },
    { weight: 1, arbitrary: picked(() => pools.foreign) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('art', 'ses', 'usr', 'rec', kind).map((other) => pools.own(other)[0] ?? kind),
    },
    { weight: 1, arbitrary: fc.constant(invented(kind)) },
    { weight: 1, arbitrary: malformed(kind) },
  );
}

const malformed = (kind: string) =>
  fc.oneof(
    naughty.map((text) => text || 'a'),
    fc.constantFrom(
      `${kind}_`,
      `_${kind}`,
      `${kind}_1`,
      `${kind}_${'z'.repeat(26)}`,
      `${kind.toUpperCase()}_0`,
      'general',
    ),
    fc.string({ minLength: 1, maxLength: 90 }),
  );
