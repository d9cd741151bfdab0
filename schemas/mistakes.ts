import * as z from 'zod';
import { WorkspaceError } from './errors.ts';
import { limits } from './limits.ts';
import { stepTo } from './pointer.ts';
import type { FieldError } from './problem-extras.ts';

/** A refusal that names mistakes by path, up to `limits.mistakes`. */
export function mistaken(code: 'invalid_request' | 'invalid_values', mistakes: readonly FieldError[]): WorkspaceError {
  const errors = few(mistakes).map(({ path, message }) => ({
    path: shortened(path, limits.mistakePath),
    message: shortened(message, limits.mistakeMessage),
  }));
  return new WorkspaceError(code, detailOf(errors), { errors });
}

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;

/** Mistakes as one sentence. */
export function detailOf(errors: readonly FieldError[]): string {
  const named = errors.map(sentenceOn);
  const more = errors.length < limits.mistakes ? [] : [`only the first ${limits.mistakes} mistakes are named`];
  return [...named, ...more].join('; ');
}

export const sentenceOn = ({ path, message }: FieldError): string => `${path || 'The request'}: ${message}`;

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
  return issue.code === 'invalid_type' && issue.input === undefined ? 'is missing' : undefined;
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

/** Bounds the work: mistakes beyond the named ones are not examined. */
const few = <Item>(items: readonly Item[]): Item[] => items.slice(0, limits.mistakes);

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
