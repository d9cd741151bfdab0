import * as z from 'zod';
import { IdempotencyKey, pageInput, pageOutput, Timestamp, Title } from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { isTimeZone } from './time-zones.ts';

/** An organisation as its admins see it. */
export const Organization = z.object({
  organizationId: z.string(),
  name: z.string(),
  maxUploadBytes: z.int().describe('The largest file that may be uploaded'),
  timeZone: z.string().describe('IANA name of the time zone whose calendar days queries mean'),
  createdAt: Timestamp,
  users: z.int().describe('How many users it has'),
});
export type Organization = z.infer<typeof Organization>;

/** An organisation is named by its ID, or by its name if only one has it. */
export const OrganizationIdOrName = z.string().min(1).max(limits.title).describe('Organisation ID or name');

const uploadBytes = `must be 1 to ${limits.uploadBytes} bytes`;
const MaxUploadBytes = z.int(uploadBytes).min(1, uploadBytes).max(limits.uploadBytes, uploadBytes);
const TimeZone = z.string().refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin');

const settings = { maxUploadBytes: MaxUploadBytes.optional(), timeZone: TimeZone.optional() };

export const organizations = {
  list: operation({
    summary: 'The organisations that the caller administers',
    scope: 'workspace.admin',
    http: 'GET /api/workspace/admin/organizations',
    input: () => z.strictObject(pageInput),
    output: () => z.object({ organizations: z.array(Organization), ...pageOutput }),
  }),
  add: operation({
    summary: 'A new organisation, only for the owner of the data folder',
    scope: 'workspace.admin',
    http: 'POST /api/workspace/admin/organizations',
    example: { name: 'Example', timeZone: 'Europe/Berlin' },
    input: () => z.strictObject({ name: Title, ...settings }),
    output: () => z.object({ organization: Organization }),
  }),
  update: operation({
    summary: 'Change the name, time zone or largest upload of an organisation',
    scope: 'workspace.admin',
    http: 'PATCH /api/workspace/admin/organizations/{organizationId}',
    example: { timeZone: 'Europe/Berlin' },
    input: () =>
      z.strictObject({
        organizationId: OrganizationIdOrName,
        name: Title.optional(),
        ...settings,
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ organization: Organization }),
  }),
};
