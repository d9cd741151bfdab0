import * as z from 'zod';
import type { ErrorCode } from './errors.ts';

export const scopes = ['workspace.query', 'workspace.read', 'workspace.write', 'workspace.admin'] as const;
export type Scope = (typeof scopes)[number];

/** The scopes that a token has unless it names others. `workspace.admin` must be named, and only an admin may have it. */
export const usualScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'workspace.admin');

/** The most that anybody's role allows, which is what the app may do for them. */
export const scopesOfRole = (role: 'admin' | 'member'): readonly Scope[] => (role === 'admin' ? scopes : usualScopes);

/** The known scopes of a list separated by blanks, in their fixed order. */
export function scopesIn(list: string | undefined): Scope[] {
  const named = new Set(list?.split(' '));
  return scopes.filter((scope) => named.has(scope));
}

/** The usual scopes of a list separated by blanks. Nothing gives itself administration. */
export const usualScopesIn = (list: string | undefined): Scope[] =>
  scopesIn(list).filter((scope) => usualScopes.includes(scope));

/** Scopes separated by blanks: at least one, and each one allowed. */
export const ScopeList = (allowed: readonly Scope[]) =>
  z.string().refine(
    (list) => {
      const names = list.split(' ').filter(Boolean);
      return names.length > 0 && names.every((name) => allowed.includes(name as Scope));
    },
    `must name scopes, separated by blanks, of ${allowed.join(', ')}`,
  );

type Route = `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /api/workspace/${string}`;

/**
 * One operation of the interface, as data. Routes and the type `Workspace` derive from it. Path parameters stand in
 * braces and are keys of the input. The rest of the input is the query of a GET or the body of other methods. A DELETE
 * accepts both.
 */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly summary: string;
  readonly scope: Scope;
  readonly http: Route | readonly Route[];
  readonly input: Input;
  readonly output: Output;
  /** Distinguishes operations with the same method and path, which share a scope: the `mode` of the body. */
  readonly mode?: string;
  /** 201 and 202 carry `Location`, and 202 also `Retry-After`. The default is 200. */
  readonly status?: 201 | 202;
  /** The address of the created resource, if not below the request's path; `{id}` is its ID. */
  readonly location?: `/api/workspace/${string}{id}`;
  /** The body is a form whose part `file` is the input's `file`; `either` also takes JSON, which names its source. */
  readonly request?: 'multipart' | 'either';
  /** The answer is the bytes of the output's `content`: those of a stored file, or `made` while they are sent. */
  readonly response?: 'bytes' | 'made';
  /** The answer may be very long. It is checked in turns with the work of others. */
  readonly hasLongAnswer?: true;
  /** Whether the HTTP body takes the key. */
  readonly idempotencyKey?: 'required';
  /** Problems that cannot be derived from the input. */
  readonly problems?: readonly ErrorCode[];
  /** An example body for the OpenAPI document. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** A declared operation. Its schemas are created at first use, because a process uses few operations. */
type Declaration<Input extends z.ZodType, Output extends z.ZodType> = Omit<
  Operation<Input, Output>,
  'input' | 'output'
> & { readonly input: () => Input; readonly output: () => Output };

export function operation<const Input extends z.ZodType, Output extends z.ZodType>({
  input,
  output,
  ...declared
}: Declaration<Input, Output>): Operation<Input, Output> {
  const made: { input?: Input; output?: Output } = {};
  return {
    ...declared,
    get input() {
      return (made.input ??= input());
    },
    get output() {
      return (made.output ??= output());
    },
  };
}
