import * as z from 'zod';
import { Artifact } from '../schemas/artifacts.ts';
import { Channel } from '../schemas/channels.ts';
import { File } from '../schemas/files.ts';
import { limits } from '../schemas/limits.ts';
import { Session } from '../schemas/sessions.ts';

export const channelId = z.string().describe('Channel ID or slug');
export const artifactId = z.string().describe('Artifact ID');
export const fileId = z.string().describe('File ID');
export const sessionId = z.string().describe('Session ID');
export const targetId = z.string().describe('ID of the destination, or slug of a channel');
export const title = z.string().describe(`1 to ${limits.title} characters`);
export const idempotencyKey = z.string().optional().describe('Same key and input on a retry: done once');

export const pageArguments = {
  limit: z.int().min(1).max(limits.pageMost).optional().describe(`Default ${limits.pageDefault}`),
  cursor: z.string().optional().describe('nextCursor of the page before'),
  fields: z.array(z.string()).optional().describe('Keep only these fields of each item; id always stays'),
};

export const windowArguments = {
  offset: z.int().min(0).optional().describe('First byte; default 0'),
  length: z
    .int()
    .min(limits.windowLeast)
    .max(limits.windowMost)
    .optional()
    .describe(`Bytes; default ${limits.windowDefault}`),
};

/** Output schemas name what a model goes on with. An object may hold more than its schema names. */
const linked = {
  links: z.array(z.object({ targetType: z.string(), targetId: z.string() })),
  linkCount: z.int().optional().describe('Number of links when not all are shown'),
  url: z.string(),
};

export const fileAnswer = {
  ...File.pick({ id: true, fileName: true, contentType: true, size: true, sha256: true }).shape,
  ...linked,
};
export const artifactAnswer = {
  ...Artifact.pick({
    id: true,
    kind: true,
    title: true,
    versionId: true,
    versionNumber: true,
    channelId: true,
    size: true,
  }).shape,
  ...linked,
};
export const channelAnswer = Channel.pick({
  id: true,
  slug: true,
  name: true,
  description: true,
  role: true,
  url: true,
});
export const sessionAnswer = Session.pick({
  id: true,
  title: true,
  access: true,
  channelIds: true,
  messageCount: true,
  url: true,
});

/** Items of a list, of which `fields` may have left anything but the ID. */
export const listed = z.array(z.object({ id: z.string() }));
export const nextCursor = z.string().optional();

const mostLinks = 50;

/** Something attached to very many places shows the first of them and says how many there are. */
export function withFewLinks<Resource extends { readonly links: readonly unknown[] }>(resource: Resource) {
  const { links } = resource;
  return links.length <= mostLinks
    ? resource
    : { ...resource, links: links.slice(0, mostLinks), linkCount: links.length };
}

/** Keeps the named fields of each item, and its ID. */
export function project(items: readonly { id: string }[], fields: readonly string[] | undefined): { id: string }[] {
  if (!fields) return [...items];
  const kept = new Set(['id', ...fields]);
  return items.map(
    (item) => Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name))) as { id: string },
  );
}
