import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import {
  artifactAnswer,
  artifactId,
  nextCursor,
  pageArguments,
  raw,
  row,
  windowArguments,
  withFewLinks,
} from './shared.ts';
import { stretchOf } from './stretch.ts';
import { byBytes, reads, tool } from './tool.ts';

/** With these an answer stays short enough for a model, however its characters are escaped. */
const mostVersions = 20;
const mostDiffBytes = 8_192;
const usualVersions = 10;

/** A read says who wrote this version and when. Digests and creation data would only cost the model tokens. */
export default tool({
  name: 'workspace_artifact_get',
  group: 'default',
  app: 'artifact',
  title: 'Read an artifact',
  description:
    'A document or sheet with its content, a stretch at a time. While nextOffset is there, call again with it as offset. An update must cite versionId. versions and diffFrom answer in place of content.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    artifactId,
    versionId: z.string().optional().describe('An older version; default the current one'),
    versions: z
      .union([z.literal(true), z.int().min(1).max(mostVersions)])
      .optional()
      .describe('Newest versions; true: 10'),
    cursor: pageArguments.cursor,
    diffFrom: z.string().optional().describe('Version to compare with'),
    ...windowArguments,
    raw,
  }),
  output: z.object({
    artifact: z.object({
      ...artifactAnswer,
      content: z.string().optional(),
      offset: z.int().optional(),
      length: z.int().optional(),
      nextOffset: z.int().optional(),
    }),
    versions: z.array(row).optional(),
    nextCursor,
    diff: z.string().optional(),
    nextOffset: z.int().optional(),
  }),
  shorten: byBytes,
  async run(workspace, { cursor, versions = cursor === undefined ? undefined : true, diffFrom, raw: _raw, ...named }) {
    const isHistory = versions !== undefined || diffFrom !== undefined;
    const window = isHistory ? { offset: 0, length: limits.windowLeast } : {};
    const {
      sha256: _digest,
      createdAt: _created,
      createdBy: _creator,
      ...read
    } = (await workspace.artifacts.get({ ...named, ...window })).artifact;
    const artifact = withFewLinks(read);
    const forApp = <Answer extends object>(answer: Answer) => ({ ...answer, forApp: () => answer });
    if (!isHistory) return forApp({ artifact });
    const { content: _content, offset: _offset, length: _length, nextOffset: _next, ...told } = artifact;
    return forApp({
      artifact: told,
      ...(versions !== undefined && (await versionsOf(workspace, named.artifactId, versions, cursor))),
      ...(diffFrom !== undefined && (await difference(workspace, { ...named, from: diffFrom }))),
    });
  },
});

async function versionsOf(workspace: Workspace, artifactId: string, asked: number | true, cursor: string | undefined) {
  const limit = asked === true ? usualVersions : asked;
  const page = await workspace.artifacts.versions({ artifactId, limit, cursor });
  const versions = page.versions.map(({ versionId, versionNumber, title, createdAt, createdBy, via }) => ({
    versionId,
    versionNumber,
    title,
    createdAt,
    createdBy: createdBy.name,
    via: via.agent?.name ?? via.interface,
  }));
  return { versions, nextCursor: page.nextCursor };
}

interface Compared {
  readonly artifactId: string;
  readonly from: string;
  readonly versionId?: string | undefined;
  readonly offset?: number | undefined;
  readonly length?: number | undefined;
}

async function difference(workspace: Workspace, { artifactId, from, versionId, offset = 0, length }: Compared) {
  const { diff, isCut } = await workspace.artifacts.diff({ artifactId, from, to: versionId });
  const { text, nextOffset } = stretchOf(diff, offset, Math.min(length ?? mostDiffBytes, mostDiffBytes));
  if (nextOffset !== undefined) return { diff: text, nextOffset };
  return { diff: isCut ? `${text}(the diff goes on; read the version)\n` : text };
}
