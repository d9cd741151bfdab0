import * as z from 'zod';
import { limits } from './limits.ts';

/** An opaque identifier, as returned by the service. Any other string is answered as unknown. */
const identifier = (what: string) => z.string().min(1).max(limits.identifier).describe(what);

/** An identifier, or in its place the unique name of what it names. */
const identifierOrName = (what: string) => z.string().min(1).max(limits.title).describe(what);

/** A file or sheet is often named where a Data Set is needed. */
const notYetDataSet = {
  file: 'names a file; query a table by its fileId, or make a Data Set of it (workspace_data_set_import)',
  art: 'names an artifact; query a sheet by its artifactId, or make a Data Set of it (workspace_data_set_import)',
};

export const ArtifactId = identifier('Artifact ID');
export const ChannelId = identifierOrName('Channel ID, slug or name');
export const CommentId = identifier('Comment ID');
export const DataSetId = identifierOrName('Data Set ID (objectTypeId), key or name').superRefine((id, context) => {
  const [, kind] = /^(file|art)_/.exec(id) ?? [];
  if (kind) context.addIssue({ code: 'custom', message: notYetDataSet[kind as keyof typeof notYetDataSet] });
});
export const FileId = identifier('File ID');
export const PostId = identifier('Post ID');
export const QueryId = identifier('Query ID');
export const RecordId = identifier('Record ID');
export const SessionId = identifier('Session ID');
export const UserId = identifierOrName('User ID, e-mail address or name');
export const ViewId = identifierOrName('View ID, slug or name');
export const VersionId = identifier('Version ID');
export const TargetId = identifierOrName('ID of the destination (a channel also by its slug or name)');

/** An object's refusal of keys that belong to another operation; other unknown keys are refused as everywhere. */
export const refusing = (keys: readonly string[], sentence: string) => ({
  error: (issue: z.core.$ZodRawIssue) =>
    issue.code === 'unrecognized_keys' && issue.keys.every((key) => keys.includes(key)) ? sentence : undefined,
});

/**
 * Whether a text has more code points, as schemas count them. They are counted only if the UTF-16 length is
 * inconclusive.
 */
export const isLongerThan = (text: string, characters: number): boolean =>
  text.length > characters && (text.length > 2 * characters || Array.from(text).length > characters);

/** The page of a resource in the app. Left out over stdio when no gateway of the data folder runs. */
export const PageUrl = z.string().optional();

/** RFC 3339 UTC with milliseconds. */
export const Timestamp = z.string();

const titleLength = `must be 1 to ${limits.title} characters of text on one line`;

export const Title = z
  .string()
  .max(limits.title, { error: titleLength, abort: true })
  .refine((title) => title.trim().length > 0 && title.isWellFormed() && !/\p{Cc}/u.test(title), titleLength);

export const SheetName = z
  .string()
  .min(1)
  .max(limits.title)
  .describe('Sheet of a workbook, by its name; default: the first');

export const IdempotencyKey = z
  .string()
  .max(limits.idempotencyKey)
  .regex(/^[\x20-\x7e]+$/, 'must be 1 to 255 printable ASCII characters')
  .describe('Makes a retry safe: the same key and input replay the first answer');

export const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be a SHA-256 digest in hexadecimal')
  .transform((digest) => digest.toLowerCase())
  .describe('SHA-256 of the bytes, in hexadecimal');

export const Person = z.object({ id: z.string(), name: z.string() });
export type Person = z.infer<typeof Person>;

export const InterfaceType = z.enum(['api', 'cli', 'mcp', 'app']);
export type InterfaceType = z.infer<typeof InterfaceType>;

export const ClientApp = z.enum(['claude-code', 'codex', 'gemini', 'chatgpt']).describe('Display attribution only');
export type ClientApp = z.infer<typeof ClientApp>;

/** The program that acted for a person. It is what the program says of itself. */
export const Agent = z.object({ name: z.string(), version: z.string().optional() });
export type Agent = z.infer<typeof Agent>;

/** Through what a change came: attribution only. */
export const Via = z.object({ interface: InterfaceType, agent: Agent.optional() });
export type Via = z.infer<typeof Via>;

/** Provenance: the author, the interface and agent if recorded, and the time. */
export const provenance = {
  actor: Person,
  interfaceType: InterfaceType.optional(),
  via: Via.optional(),
  at: Timestamp,
};
const Provenance = z.object(provenance);
export type Provenance = z.infer<typeof Provenance>;

const count = (least: number, most: number, description: string) =>
  z.int().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`).describe(description);

const position = z.int().min(0, 'must not be negative').describe('First byte to read');

/** Numeric inputs. A query string has only text, so they are written in digits there. */
export const numericParameters: ReadonlySet<string> = new Set(['limit', 'offset', 'length', 'passages']);

/** CONTRACT section 1: a `limit` above the maximum is refused, because silent clamping would hide a cut. */
const pageOf = (usual: number, most: number) => ({
  limit: count(1, most, `Items on a page: default ${usual}, at most ${most}`).optional(),
  cursor: z.string().min(1).max(limits.cursor).optional().describe('nextCursor of the page before'),
});

export const pageInput = pageOf(limits.pageDefault, limits.pageMost);
export const feedPageInput = pageOf(limits.feedPageDefault, limits.feedPageMost);

export const pageOutput = { nextCursor: z.string().optional().describe('Present only when another page exists') };

/** A window of a text: `length` bytes from `offset`, cut at a character. */
export const windowInput = {
  offset: position.optional(),
  length: count(
    limits.windowLeast,
    limits.windowMost,
    `Bytes to read: default ${limits.windowDefault}, at most ${limits.windowMost}`,
  ).optional(),
};

export const LinkTargetType = z.enum(['channel', 'session', 'record']);

export const LinkTarget = z.object({
  targetType: LinkTargetType,
  targetId: z.string(),
  createdAt: Timestamp,
});

/** An array whose length is checked before its items. A long one is refused without reading it. */
export const listOf = <Item extends z.ZodType>(item: Item, most: number, least = 0) =>
  boundedList(item, most, 'items', (value) => (Array.isArray(value) ? value.length : 0), least);

/** The same with a custom count. */
export function boundedList<Item extends z.ZodType>(
  item: Item,
  most: number,
  what: string,
  count: (value: unknown) => number,
  least = 0,
) {
  const list = z.array(item).min(least).max(most);
  return z.preprocess<unknown, typeof list, z.input<typeof list>>(refusingMore(most, what, count), list);
}

/** Refuses an object with too many keys before reading them. */
export const refusingManyKeys = <Object extends z.ZodType>(object: Object, most: number) =>
  z.preprocess<unknown, Object, z.input<Object>>(
    refusingMore(most, 'keys', (value) => (isObject(value) ? Object.keys(value).length : 0)),
    object,
  );

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const refusingMore =
  (most: number, what: string, count: (value: unknown) => number) => (value: unknown, context: z.RefinementCtx) => {
    if (count(value) <= most) return value;
    context.addIssue({ code: 'custom', message: `must have at most ${most} ${what}` });
    return z.NEVER;
  };

/** A truth value, in words as a query parameter has it. */
export const booleanParameter = z.union([
  z.boolean(),
  z.enum(['true', 'false'], 'must be true or false').transform((word) => word === 'true'),
]);

/** An array in a query parameter is JSON, as filters of Views are (CONTRACT section 1). */
export const jsonArray = <List extends ReturnType<typeof listOf>>(list: List) =>
  z.union([list, z.string().transform(parseArray).pipe(list)]);

function parseArray(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON array' });
    return z.NEVER;
  }
}

/** The places of the keys that stand earlier in the list too. */
export function repeatedPlaces(keys: readonly string[]): number[] {
  const seen = new Set<string>();
  return keys.flatMap((key, place) => (seen.size === seen.add(key).size ? [place] : []));
}
