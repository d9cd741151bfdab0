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
