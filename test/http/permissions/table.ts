import { inNoChannel } from './tables/no-channel.ts';
import { inOpenChannel } from './tables/open-channel.ts';
import { inPrivateChannel } from './tables/private-channel.ts';
import { inReadChannel } from './tables/read-channel.ts';

/**
 * Who may do what (CONTRACT section 3). A row is an operation as requests.ts asks for it. A column is a caller
 * (callers.ts). A table is a place where the things of a row may be. A cell holds the answer.
 */
export const answers = {
  401: [401, 'unauthenticated'],
  scope: [403, 'insufficient_scope'],
  403: [403, 'forbidden'],
  404: [404, 'not_found'],
  409: [409, 'version_conflict'],
} as const;

export const tables = {
  'a private channel': inPrivateChannel,
  'a channel that the organisation reads': inReadChannel,
  'a channel that the organisation reads and writes': inOpenChannel,
  'no channel': inNoChannel,
} as const;
