import * as z from 'zod';
import { Artifact, ArtifactKind } from '../schemas/artifacts.ts';
import { Channel } from '../schemas/channels.ts';
import { PageUrl } from '../schemas/common.ts';
import { SubjectType } from '../schemas/discussions.ts';
import { invalidRequest } from '../schemas/errors.ts';
import { File } from '../schemas/files.ts';
import { Interval, MetricFunction, type Operator } from '../schemas/fields.ts';
import { limits } from '../schemas/limits.ts';
import type { Filters, ViewFilters } from '../schemas/queries.ts';
import { Record } from '../schemas/records.ts';
import { Session } from '../schemas/sessions.ts';

export const channelId = z.string().describe('Channel ID or slug');
export const artifactId = z.string().describe('Artifact ID');
export const fileId = z.string().describe('File ID');
export const sessionId = z.string().describe('Session ID');
export const objectTypeId = z.string().describe('Data Set (objectTypeId of workspace_channel_get)');
export const recordId = z.string().describe('Record ID');
export const postId = z.string().describe('Post ID');
export const commentId = z.string().describe('Comment or reply ID');
export const viewId = z.string().describe('View ID or slug');
export const targetId = z.string().describe('ID, or slug of a channel');
export const title = z.string().describe(`1 to ${limits.title} characters`);
export const idempotencyKey = z.string().optional().describe('A retry is done once');

export const pageArguments = {
  limit: z.int().min(1).max(limits.pageMost).optional().describe(`Default ${limits.pageDefault}`),
  cursor: z.string().optional().describe('nextCursor'),
  fields: z.array(z.string()).optional().describe('Only these fields; id always stays'),
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

export const raw = z.boolean().optional().describe('Hidden characters unescaped');

/** The text of a post or comment. */
export const body = z.string().describe(`Markdown, at most ${limits.body} characters`);
export const mentions = {
  mentionedUserIds: z.array(z.string()).describe('User IDs'),
  mentionedChannelIds: z.array(z.string()).describe('IDs, not slugs'),
  mentionedDataSetIds: z.array(z.string()).describe('objectTypeIds of this channel'),
  mentionedViewIds: z.array(z.string()).describe('View IDs'),
};
export const optionalMentions = z.object(mentions).partial().shape;

/** The root of a discussion. */
export const root = {
  channelId,
  subjectType: SubjectType,
  subjectId: z.string().describe('ID of the root'),
};

export const values = z
  .record(z.string(), z.unknown())
  .describe(
    'Field key → value. date: 2026-10-05. date_time: 2026-10-05T09:30:00Z. Choices: their key. Links: IDs. A field with several values takes an array',
  );

const direction = z.enum(['asc', 'desc']);
export const groupBy = z.array(z.union([z.strictObject({ field: z.string(), interval: Interval }), z.string()]));
/** Objects that the service checks whole, naming each mistake by its place, so a description has them in words. */
export const parts = z.array(z.record(z.string(), z.unknown()));
export const part = z.record(z.string(), z.unknown());
const loose = parts.optional();
export const metrics = z.array(
  z.strictObject({
    alias: z.string(),
    function: MetricFunction,
    field: z.string().optional(),
    filters: loose as unknown as z.ZodOptional<z.ZodType<Filters>>,
  }),
);
export const having = z.array(z.record(z.string(), z.unknown())) as unknown as z.ZodType<Having>;
type Having = { field: string; operator: Operator; value?: unknown }[];
export const orderBy = z.array(z.strictObject({ field: z.string(), direction }));
export const sort = z.array(z.strictObject({ fieldKey: z.string(), direction }));

/** The service checks a value by its field; this only tells a model which values there are. */
const conditionValue = z.unknown().meta({
  anyOf: [
    ...['string', 'number', 'boolean'].map((type) => ({ type })),
    ...['string', 'number'].map((type) => ({ type: 'array', items: { type } })),
  ],
});

const condition = {
  value: conditionValue.optional(),
  or: loose,
  and: loose,
};

/** Operators by type, so that a model writes valid filters at once. */
export const operatorsInWords =
  'Every type: eq neq in not_in is_empty is_not_empty; text also contains not_contains starts_with ends_with; numbers and dates lt lte gt gte between [low, high]; dates within today|yesterday|this_/last_ week|month|quarter|year, past_/next_ 7_days|30_days. Only eq: checkbox. Only has_any_of has_all_of has_none_of is_empty is_not_empty: several values. Dates may be durations from now (-P7D); choices are given by key';

/** Filters are described briefly, because their full schema is long. The service validates them. */
export const filters = z.array(
  z.strictObject({ field: z.string().optional(), operator: z.string().optional(), ...condition }),
) as unknown as z.ZodType<Filters>;
/** The same with the names of Views. */
export const viewFilters = z.array(z.record(z.string(), z.unknown())) as unknown as z.ZodType<ViewFilters>;

/** Output schemas name only fields that a model uses next. Objects may have more fields. */
const linked = {
  links: z.array(z.object({ targetType: z.string(), targetId: z.string() })),
  linkCount: z.int().optional().describe('Number of links when not all are shown'),
  url: PageUrl,
};

export const fileAnswer = {
  ...File.pick({ id: true, fileName: true, contentType: true, size: true, sha256: true }).shape,
  ...linked,
};
export const artifactAnswer = {
  ...Artifact.pick({ id: true, title: true, versionNumber: true, channelId: true, size: true }).shape,
  kind: z.enum(ArtifactKind.options),
  versionId: z.string(),
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

export const recordAnswer = {
  record: Record.pick({ id: true, objectTypeId: true, title: true, values: true, versionNumber: true, url: true }),
  nextOffsets: z.record(z.string(), z.int()).optional().describe('Where values that were cut go on'),
};
export const viewAnswer = {
  view: z.object({
    id: z.string(),
    slug: z.string(),
    renderer: z.string(),
    currentVersionId: z.string(),
    url: PageUrl,
  }),
};

/** A post, reply or comment, perhaps with its body cut. */
export const saidAnswer = z.object({
  id: z.string(),
  body: z.string(),
  nextOffset: z.int().optional().describe('Where a body that was cut goes on'),
  url: PageUrl,
});

/** Values by field key. */
export const row = z.record(z.string(), z.unknown());
export const completeness = z.object({ complete: z.boolean(), returned: z.int() });

/** Items of a list. `fields` may have removed everything but the ID. */
export const listed = z.array(z.object({ id: z.string() }));
export const nextCursor = z.string().optional();

export const bodyOffset = z.int().min(0).optional().describe('First character of every body; default 0');

const mostLinks = 50;

/** Limits the links of a resource; `linkCount` then gives their number. */
export function withFewLinks<Resource extends { readonly links: readonly unknown[] }>(resource: Resource) {
  const { links } = resource;
  return links.length <= mostLinks
    ? resource
    : { ...resource, links: links.slice(0, mostLinks), linkCount: links.length };
}

/** Keeps the named fields of each item, and its ID. `of` has the fields that an item may have. */
export function project(
  items: readonly { id: string }[],
  fields: readonly string[] | undefined,
  of: z.ZodObject,
): { id: string }[] {
  if (!fields) return [...items];
  refuseUnknownFields(fields, Object.keys(of.shape));
  const kept = new Set(['id', ...fields]);
  return items.map(
    (item) => Object.fromEntries(Object.entries(item).filter(([name]) => kept.has(name))) as { id: string },
  );
}

const mostNamed = 30;

/** Refuses the first field that is not known, and names the known ones. */
export function refuseUnknownFields(fields: readonly string[], known: readonly string[]): void {
  const unknown = fields.findIndex((field) => field !== 'id' && !known.includes(field));
  if (unknown < 0) return;
  const more = known.length > mostNamed ? ` and ${known.length - mostNamed} more` : '';
  const names = known.slice(0, mostNamed).join(', ') + more;
  throw invalidRequest(
    `/fields/${unknown}`,
    `"${fields[unknown]}" names no field that there is; the fields are ${names}`,
  );
}
