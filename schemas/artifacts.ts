import * as z from 'zod';
import {
  ArtifactId,
  ChannelId,
  ClientApp,
  IdempotencyKey,
  InterfaceType,
  LinkTarget,
  listOf,
  pageInput,
  pageOutput,
  PageUrl,
  Person,
  TargetId,
  Timestamp,
  Title,
  VersionId,
  Via,
  windowInput,
} from './common.ts';
import { Field } from './fields.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

export const ArtifactKind = z.enum(['markdown', 'csv']).describe('markdown: a document; csv: a sheet');
export type ArtifactKind = z.infer<typeof ArtifactKind>;

export const Artifact = z.object({
  id: z.string(),
  kind: ArtifactKind,
  title: z.string(),
  versionId: z.string().describe('An update must cite it'),
  versionNumber: z.int(),
  channelId: z.string().optional().describe('Home channel: its writers edit the artifact'),
  size: z.int().describe('Bytes'),
  sha256: z.string(),
  interfaceType: InterfaceType,
  clientApp: ClientApp.optional(),
  via: Via,
  links: z.array(LinkTarget).describe('Where it is attached, as far as the caller may see'),
  linksCut: z
    .literal(true)
    .optional()
    .describe(`Present where some are left out: ${limits.linksShown} places are shown at most`),
  url: PageUrl,
  createdAt: Timestamp,
  createdBy: Person,
  updatedAt: Timestamp,
  updatedBy: Person,
});
export type Artifact = z.infer<typeof Artifact>;

/** The text, or the requested window of it. */
const text = {
  content: z.string(),
  offset: z.int().optional(),
  length: z.int().optional(),
  nextOffset: z.int().optional().describe('Present while more remains'),
};

const Version = z.object({
  versionId: z.string(),
  versionNumber: z.int(),
  title: z.string(),
  size: z.int(),
  sha256: z.string(),
  interfaceType: InterfaceType,
  clientApp: ClientApp.optional(),
  via: Via,
  createdAt: Timestamp,
  createdBy: Person,
});

const Content = z
  .string()
  .describe(
    'Complete text, stored byte for byte. A document holds at most 1.5 MiB, a sheet (RFC 4180 CSV) at most 10 MiB',
  );

const Edit = z.strictObject({
  oldText: z.string().min(1).describe('Text as it stands; must occur exactly once unless replaceAll'),
  newText: z.string(),
  replaceAll: z.boolean().optional(),
});
export type Edit = z.infer<typeof Edit>;

const Splice = z.strictObject({
  start: z.int().min(0).describe('First byte to replace'),
  end: z.int().min(0).describe('Byte behind the last one; the same as start inserts'),
  text: z.string(),
});
export type Splice = z.infer<typeof Splice>;

/** The texts that an update sends; at most one of them may be there. */
const textsIn = ({ content, edits, splices }: { content?: unknown; edits?: unknown; splices?: unknown }): unknown[] =>
  [content, edits, splices].filter((text) => text !== undefined);

/** Whether an update makes a new version. A move alone makes none. */
export const changesVersion = (input: { title?: unknown; content?: unknown; edits?: unknown; splices?: unknown }) =>
  input.title !== undefined || textsIn(input).length > 0;

const linkInput = z.strictObject({
  artifactId: ArtifactId,
  targetType: z.enum(['channel', 'record']),
  targetId: TargetId,
  idempotencyKey: IdempotencyKey.optional(),
});

const ComparedVersion = z.object({ versionId: z.string(), versionNumber: z.int(), title: z.string() });

export const artifacts = {
  list: operation({
    summary: 'Artifacts that the caller may read, newest first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/artifacts',
    input: () =>
      z.strictObject({
        q: z.string().min(1).max(limits.searchQuery).optional().describe('Words of the title'),
        kind: ArtifactKind.optional(),
        channelId: ChannelId.optional().describe('Only those of this channel, at home or attached'),
        ...pageInput,
      }),
    output: () => z.object({ artifacts: z.array(Artifact), ...pageOutput }),
  }),
  get: operation({
    summary: 'One artifact with its content, whole or from offset',
    scope: 'workspace.read',
    http: 'GET /api/workspace/artifacts/{artifactId}',
    input: () => z.strictObject({ artifactId: ArtifactId, versionId: VersionId.optional(), ...windowInput }),
    output: () => z.object({ artifact: Artifact.extend(text) }),
  }),
  create: operation({
    summary: 'A new document or sheet',
    scope: 'workspace.write',
    http: 'POST /api/workspace/artifacts',
    example: {
      kind: 'markdown',
      title: 'Launch plan',
      content: '# Launch plan\n\nWe open in May.\n',
      channelId: 'general',
      idempotencyKey: 'launch-plan-1',
    },
    status: 201,
    idempotencyKey: 'required',
    input: () =>
      z.strictObject({
        kind: ArtifactKind,
        title: Title,
        content: Content,
        channelId: ChannelId.optional().describe(
          'Home channel (ID or slug); without it only the creator reads the artifact',
        ),
        clientApp: ClientApp.optional(),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ artifact: Artifact }),
  }),
  update: operation({
    summary:
      'A new version: another title, another content, or edits or splices of the cited version. With channelId it moves home, all or nothing',
    scope: 'workspace.write',
    http: 'PATCH /api/workspace/artifacts/{artifactId}',
    example: {
      expectedVersionId: 'artv_01k6zq3v8me2t9x4c7r5hbnd0a',
      edits: [{ oldText: 'in May', newText: 'in June' }],
      idempotencyKey: 'launch-plan-2',
    },
    idempotencyKey: 'required',
    input: () =>
      z
        .strictObject({
          artifactId: ArtifactId,
          expectedVersionId: VersionId.optional().describe(
            'versionId that was read; a stale one is refused with the competing change. Only a move alone needs none',
          ),
          channelId: ChannelId.nullable()
            .optional()
            .describe(
              'Moves the artifact home to this channel. null takes it out of every channel, so that only its creator reads it',
            ),
          title: Title.optional(),
          content: Content.optional(),
          edits: listOf(Edit, limits.edits, 1)
            .optional()
            .describe('In place of content: replacements applied in order, all or none'),
          splices: listOf(Splice, limits.splices, 1)
            .optional()
            .describe(
              'In place of content: bytes of the cited version that are replaced. In order, without overlap, cut at characters',
            ),
          clientApp: ClientApp.optional(),
          idempotencyKey: IdempotencyKey.optional(),
        })
        .refine((input) => textsIn(input).length <= 1, {
          message: 'send one of content, edits and splices',
          path: ['edits'],
        })
        .refine((input) => changesVersion(input) || input.channelId !== undefined, {
          message: 'send a title, content, edits or splices, or a channelId to move it',
          path: ['content'],
        })
        .refine((input) => !changesVersion(input) || input.expectedVersionId !== undefined, {
          message: 'is missing; cite the version that was read',
          path: ['expectedVersionId'],
        }),
    output: () => z.object({ artifact: Artifact }),
  }),
  versions: operation({
    summary: 'Versions of an artifact, newest first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/artifacts/{artifactId}/versions',
    input: () => z.strictObject({ artifactId: ArtifactId, ...pageInput }),
    output: () => z.object({ versions: z.array(Version), ...pageOutput }),
  }),
  version: operation({
    summary: 'One version of an artifact with its content',
    scope: 'workspace.read',
    http: 'GET /api/workspace/artifacts/{artifactId}/versions/{versionId}',
    input: () => z.strictObject({ artifactId: ArtifactId, versionId: VersionId, ...windowInput }),
    output: () => z.object({ version: Version.extend(text) }),
  }),
  restore: operation({
    summary: 'The title and content of an older version, as a new version; the versions between stay',
    scope: 'workspace.write',
    http: 'POST /api/workspace/artifacts/{artifactId}/versions/{versionId}/restore',
    example: { expectedVersionId: 'artv_01k6zq3v8me2t9x4c7r5hbnd0a' },
    input: () =>
      z.strictObject({
        artifactId: ArtifactId,
        versionId: VersionId.describe('The older version'),
        expectedVersionId: VersionId.describe(
          'The current version, as it was read; a stale one is refused with the competing change',
        ),
        clientApp: ClientApp.optional(),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ artifact: Artifact }),
  }),
  remove: operation({
    summary: 'Move an artifact to the trash; harmless to repeat',
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/artifacts/{artifactId}',
    input: () => z.strictObject({ artifactId: ArtifactId, idempotencyKey: IdempotencyKey.optional() }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
  diff: operation({
    summary: 'A unified diff of two versions of an artifact',
    scope: 'workspace.read',
    http: 'GET /api/workspace/artifacts/{artifactId}/diff',
    input: () =>
      z.strictObject({
        artifactId: ArtifactId,
        from: VersionId,
        to: VersionId.optional().describe('Default: the current version'),
      }),
    output: () =>
      z.object({
        from: ComparedVersion,
        to: ComparedVersion,
        diff: z
          .string()
          .describe(`At most ${limits.diffBytes} bytes. Its header names both versions with their titles`),
        isCut: z.literal(true).optional().describe('The diff goes on; read the later version for the rest'),
      }),
  }),
  sheet: operation({
    summary: 'The fields of a sheet, by which queries ask for its rows',
    scope: 'workspace.read',
    http: 'GET /api/workspace/artifacts/{artifactId}/sheet',
    input: () => z.strictObject({ artifactId: ArtifactId, versionId: VersionId.optional() }),
    output: () =>
      z.object({
        sheet: z.object({
          artifactId: z.string(),
          versionId: z.string(),
          rowCount: z.int(),
          fields: z.array(
            Field.extend({
              derived: z
                .literal(true)
                .optional()
                .describe(
                  'A derived key: row number (from 1), or the number or date that most cells of a column begin with',
                ),
              derivedFrom: z.string().optional().describe('Key of that column'),
            }),
          ),
        }),
      }),
  }),
  link: operation({
    summary: 'Attach an artifact: a reference that grants no access; harmless to repeat',
    scope: 'workspace.write',
    http: 'POST /api/workspace/artifacts/{artifactId}/links',
    example: { targetType: 'channel', targetId: 'general' },
    input: () => linkInput,
    output: () => z.object({ attached: z.boolean().describe('false: it was attached already') }),
  }),
  unlink: operation({
    summary: 'Detach an artifact; the artifact stays; harmless to repeat',
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/artifacts/{artifactId}/links',
    input: () => linkInput,
    output: () => z.object({ detached: z.boolean().describe('false: it was not attached') }),
  }),
};
