import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';

export const scopes = ['workspace.query', 'workspace.read', 'workspace.write'] as const;
export type Scope = (typeof scopes)[number];

/** Those scopes that a list separated by blanks names, in their order; others in it are none. */
export function scopesIn(list: string | undefined): Scope[] {
  const named = new Set(list?.split(' '));
  return scopes.filter((scope) => named.has(scope));
}

type Route = `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /api/workspace/${string}`;

/**
 * One operation of the interface, as data. The routes and the type `Workspace` are read from it.
 * Path parameters stand in braces and are keys of the input; the rest of the input is the query of a GET, the body of all others, and either of a DELETE.
 */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly summary: string;
  readonly scope: Scope;
  readonly http: Route | readonly Route[];
  readonly input: Input;
  readonly output: Output;
  /** Of several operations at one method and path, which share their scope: the `mode` of the body that asks for this one. */
  readonly mode?: string;
  /** 201 and 202 answers carry `Location`, 202 also `Retry-After`; the default is 200. */
  readonly status?: 201 | 202;
  /** Where what was made is, when that is not below the address that asked for it; `{id}` is its own ID. */
  readonly location?: `/api/workspace/${string}{id}`;
  /** The body is a form whose part `file` is the input's `file`. */
  readonly request?: 'multipart';
  /** The answer is the bytes of the output's `content`. */
  readonly response?: 'bytes';
  /** SPEC lists the key as part of the HTTP body. */
  readonly idempotencyKey?: 'required';
  /** Problems that its input does not tell of. */
  readonly problems?: readonly ErrorCode[];
  /** A body, for whoever reads the interface's description. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** As it is declared: of all operations a process uses a few, so what one takes and answers is made when it is first asked for. */
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
