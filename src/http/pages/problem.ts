import { type ErrorCode, errorCodes } from '../../../schemas/errors.ts';
import { html } from '../../auth/html.ts';
import type { OpenApi } from '../openapi/document.ts';
import type { PathOperation } from '../openapi/operation.ts';
import { page } from './html.ts';

/** The meaning of each problem, and how to resolve it. */
const advice: Readonly<Record<ErrorCode, readonly [means: string, toDo: string]>> = {
  invalid_request: [
    'The request does not fit the operation. Its JSON is malformed, a field or parameter is missing, unknown or of the wrong kind, or the cursor belongs to another list.',
    'Mend what errors names: each path is a JSON Pointer into the body, or the name of a parameter.',
  ],
  unauthenticated: [
    'The request has no access token, or one that has expired, was revoked, or was issued for another service.',
    'Get a new access token, and send it in the header Authorization: Bearer ….',
  ],
  insufficient_scope: [
    'The access token is good, but was not granted the scope that this operation needs.',
    'Ask for a token with the scope that the header WWW-Authenticate names.',
  ],
  forbidden: [
    'The account may see the resource, but not do this to it.',
    'In a channel, ask a manager or the owner of the resource to do it, or to change the role of the account. In administration, ask an admin of the organisation, or the owner of the data folder if detail names them.',
  ],
  not_found: [
    'There is nothing under this ID or address, or it is not shared with this account: both answer alike.',
    'Check the ID; if it is right, ask for access.',
  ],
  method_not_allowed: [
    'The address exists, but does not take this HTTP method.',
    'Use a method that the header Allow names.',
  ],
  version_conflict: [
    'The resource has changed since it was read, and the change would have been overwritten. Nothing was stored.',
    'Look at changes and current in the problem and merge both changes. Then send the update again with the current version.',
  ],
  count_changed: [
    'The filter finds another number of records than expected. Nothing was stored.',
    'Look at what the filter finds, then send the change again with the count that the problem names.',
  ],
  invalid_feedback_query: [
    'The feedback names a query that this account did not ask, or that was not a question in prose.',
    'Send the ID of one of your own queries, or leave queryId out.',
  ],
  ambiguous: [
    'The name fits several things that the account can see. Nothing was stored.',
    'Send the request again with the ID of one of the candidates.',
  ],
  already_exists: ['A slug or a key that must be unique is taken.', 'Choose another, or use what is there.'],
  too_large: [
    'The body, the file or the content is larger than its limit. Nothing was stored.',
    'Send at most maxBytes, which the problem names.',
  ],
  unsupported_media_type: [
    'The body is of a media type that this operation does not take.',
    'Send JSON as application/json, and files as multipart/form-data.',
  ],
  range_not_satisfiable: [
    'The header Range asks for bytes behind the end of the file.',
    'Ask within the size that the header Content-Range names, or leave Range out.',
  ],
  idempotency_key_reused: [
    'The idempotency key was used before with another request.',
    'Use a new key for a new request; use the same key only to send the very same request again.',
  ],
  digest_mismatch: [
    'The bytes that arrived are not those of the sha256 that was given with them. Nothing was stored.',
    'Compute the digest of the bytes that are sent, and send them again.',
  ],
  read_only_source: [
    'The records of this Data Set come from a connected source, which alone may add, change or remove them.',
    'Change them in the source; here, only the File, Artifact, Session and Record fields that were added can be set.',
  ],
  invalid_values: [
    'Values of the record break the schema of its Data Set. Nothing was stored.',
    'Mend every field that errors names; inspecting the channel shows what each field takes.',
  ],
  rate_limited: [
    'The account, or the address of a request without one, has sent more requests of this kind than a minute allows.',
    'Wait for as many seconds as Retry-After says. RateLimit says on every answer how many are left.',
  ],
  internal: [
    'The gateway failed; the request was not at fault.',
    'Tell the operator the requestId, which finds what happened in the log of the gateway.',
  ],
  unavailable: [
    'The gateway is stopping, has too much to do, or cannot reach its storage.',
    'Send the request again after as many seconds as Retry-After says, with the same idempotency key.',
  ],
};

/** The page that a problem's `type` names. */
export function problemPage(code: string, { paths }: OpenApi): string | undefined {
  if (!Object.hasOwn(advice, code)) return undefined;
  const { status, title, retryable } = errorCodes[code as ErrorCode];
  const [means, toDo] = advice[code as ErrorCode];
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      codesOf(operation).includes(code)
        ? [{ anchor: anchorOf(operation), route: `${method.toUpperCase()} ${path}` }]
        : [],
    ),
  );
  return page(
    title,
    html`<header><p><a href="/docs">Documentation</a></p><h1>${title}</h1><p class="address"><code>${code}</code>, HTTP status ${status}</p></header>
<main><h2>What it means</h2><p>${means}</p><h2>What to do</h2><p>${toDo}</p>
<p>${retryable ? 'The same request may succeed later.' : 'Repeating the same request does not help.'}</p>
${operations.length === 0 ? '' : html`<h2>Operations</h2><ul>${operations.map(({ anchor, route }) => html`<li><a href="/docs#${anchor}"><code>${route}</code></a></li>`)}</ul>`}</main>`,
  );
}

/** The codes that an operation may answer. */
const codesOf = ({ responses }: PathOperation): string[] =>
  Object.values(responses).flatMap(({ content }) => {
    const code = content?.['application/problem+json']?.schema.properties?.code;
    return (code?.enum as string[] | undefined) ?? [];
  });

/** Where `/docs` shows an operation. */
const anchorOf = ({ tags, operationId }: PathOperation): string => `/${tags[0]}/${operationId}`;
