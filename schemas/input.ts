import * as z from 'zod';
import { few, mistaken } from './mistakes.ts';
import { limits } from './limits.ts';
import { stepTo } from './pointer.ts';
import type { FieldError } from './problem-extras.ts';

/** Parses the input. Throws `invalid_request` with a JSON Pointer for each mistake. */
export function inputOf<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: sentenceOf });
  if (parsed.success) return parsed.data;
  throw mistaken('invalid_request', few(parsed.error.issues).flatMap(issueErrors));
}

/** Known fields and missing input are available only while parsing, so the message is made there. */
function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return unknownKey(issue);
  if (issue.code === 'invalid_union') return unknownAlternative(issue);
  if (issue.code === 'invalid_value') return otherValue(issue);
  if (issue.code === 'invalid_type') return otherType(issue);
  if (issue.code === 'too_small') return `must ${least(issue)}`;
  if (issue.code === 'too_big') return `must ${most(issue)}`;
  return undefined;
}

function otherValue({ input, values }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidValue>): string {
  const known = values.map(String).join(', ');
  if (input === undefined) return `is missing; send ${values.length > 1 ? 'one of ' : ''}${known}`;
  return `must be ${values.length > 1 ? 'one of ' : ''}${known}`;
}

const types: Partial<Record<z.core.$ZodInvalidTypeExpected, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

function otherType({ input, expected }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string | undefined {
  if (input === undefined) return 'is missing';
  const type = types[expected];
  return type && `must be ${type}`;
}

const sizes: Record<string, string> = { array: 'items', string: 'characters' };

function least({ origin, minimum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const size = sizes[origin];
  if (size === undefined) return `be ${inclusive ? 'at least' : 'more than'} ${minimum}`;
  return minimum === 1 ? 'not be empty' : `have at least ${minimum} ${size}`;
}

function most({ origin, maximum, inclusive }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  const size = sizes[origin];
  return size === undefined
    ? `be ${inclusive ? 'at most' : 'less than'} ${maximum}`
    : `have at most ${maximum} ${size}`;
}

function unknownKey({ inst }: z.core.$ZodRawIssue): string {
  const known = inst instanceof z.core.$ZodObject ? Object.keys(inst._zod.def.shape) : [];
  const isHelpful = known.length > 0 && known.length <= limits.namedAlternatives;
  return isHelpful ? `is not a known field; known are ${known.join(', ')}` : 'is not a known field';
}

/** Names the values of the key that distinguishes the alternatives. */
function unknownAlternative({ inst }: z.core.$ZodRawIssue): string | undefined {
  if (!(inst instanceof z.core.$ZodDiscriminatedUnion)) return undefined;
  const values = inst._zod.propValues?.[inst._zod.def.discriminator] ?? [];
  return `must be one of ${[...values].map(String).join(', ')}`;
}

function issueErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return few(issue.keys).map((key) => ({ path: pointer([...issue.path, key]), message: issue.message }));
  }
  if (issue.code === 'invalid_union') return unionErrors(issue);
  return [{ path: pointer(issue.path), message: issue.message }];
}

/** The mistakes of the alternative that was meant: the one with the deepest mistake, or the last of several. */
function unionErrors(issue: z.core.$ZodIssueInvalidUnion): FieldError[] {
  const alternatives = issue.errors.map((inner) =>
    few(inner).flatMap((one) => issueErrors({ ...one, path: [...issue.path, ...one.path] })),
  );
  const depth = (errors: FieldError[]) => Math.max(0, ...errors.map(({ path }) => path.split('/').length));
  const meant = alternatives.toSorted((one, other) => depth(one) - depth(other)).at(-1);
  return meant ?? [{ path: pointer(issue.path), message: issue.message }];
}

function pointer(path: readonly PropertyKey[]): string {
  return path.map(stepTo).join('');
}
