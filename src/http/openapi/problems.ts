import { type ErrorCode, errorCodes } from '../../../schemas/errors.ts';
import type { Operation } from '../../../schemas/operation.ts';

/** The parts of an operation that decide which problems it may answer. */
export interface Taken {
  readonly operation: Operation;
  readonly fields: ReadonlySet<string>;
  readonly pathParameters: ReadonlySet<string>;
  readonly hasBody: boolean;
}

const identifiers = /Id$|^targetId$/;
const versions = ['expectedVersionId', 'expectedCurrentVersionId', 'expectedVersionNumber'];
const names = ['slug', 'objectType', 'fields'];

const named = ['channelId', 'targetId', 'objectTypeId', 'viewId', 'userId', 'actorId', 'mentionedUserIds'];

const takes = (list: readonly string[]) => (taken: Taken) => list.some((name) => taken.fields.has(name));
const isUpload = ({ operation }: Taken) => operation.request !== undefined;
const isWrite = ({ operation: { scope } }: Taken) => scope === 'workspace.write' || scope === 'workspace.admin';
const always = () => true;

/** When an operation may answer a problem. Operations declare their special problems themselves. */
const possible: Readonly<Partial<Record<ErrorCode, (taken: Taken) => boolean>>> = {
  invalid_request: always,
  unauthenticated: always,
  insufficient_scope: always,
  forbidden: isWrite,
  not_found: ({ fields }) => [...fields].some((name) => identifiers.test(name)),
  version_conflict: takes(versions),
  ambiguous: takes(named),
  already_exists: (taken) => isWrite(taken) && takes(names)(taken),
  too_large: ({ hasBody }) => hasBody,
  unsupported_media_type: ({ hasBody }) => hasBody,
  range_not_satisfiable: ({ operation }) => operation.response === 'bytes',
  idempotency_key_reused: takes(['idempotencyKey']),
  digest_mismatch: (taken) => isUpload(taken) && takes(['sha256'])(taken),
  read_only_source: takes(['values']),
  invalid_values: takes(['values']),
  rate_limited: always,
  internal: always,
  unavailable: always,
};

/** Every problem that an operation may answer, in the order of the table of codes. */
export const problemsOf = (taken: Taken): ErrorCode[] =>
  (Object.keys(errorCodes) as ErrorCode[]).filter(
    (code) => taken.operation.problems?.includes(code) || possible[code]?.(taken),
  );
