import * as z from 'zod';
import { WorkspaceError } from './errors.ts';
import { limits } from './limits.ts';
import { stepTo } from './pointer.ts';
import type { FieldError } from './problem-extras.ts';

/** A refusal that names mistakes by their places, at most so many as help. */
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

/** The input as its schema has it; mistakes are named by their JSON Pointers. */
export function inputOf<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: sentenceOf });
  if (parsed.success) return parsed.data;
  throw mistaken('invalid_request', few(parsed.error.issues).flatMap(issueErrors));
}

/** Only while it parses does an issue know its schema and its input: what the known fields are, and that nothing was there. */
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

/** Of alternatives that one key tells apart, it is told which there are. */
function unknownAlternative({ inst }: z.core.$ZodRawIssue): string | undefined {
  if (!(inst instanceof z.core.$ZodDiscriminatedUnion)) return undefined;
  const values = inst._zod.propValues?.[inst._zod.def.discriminator] ?? [];
  return `must be one of ${[...values].map(String).join(', ')}`;
}

/** No more than are named is looked at. */
const few = <Item>(items: readonly Item[]): Item[] => items.slice(0, limits.mistakes);

function issueErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return few(issue.keys).map((key) => ({ path: pointer([...issue.path, key]), message: issue.message }));
  }
  if (issue.code === 'invalid_union') return unionErrors(issue);
  return [{ path: pointer(issue.path), message: issue.message }];
}

/** The mistakes of the alternative that was meant: the one that goes furthest into the value, of several the last. */
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
