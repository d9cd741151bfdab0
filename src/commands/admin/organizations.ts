import * as z from 'zod';
import { Title } from '../../../schemas/common.ts';
import { limits } from '../../../schemas/limits.ts';
import { type Config, ConfigError } from '../../config.ts';
import { isTimeZone } from '../../workspace/operation/calendar.ts';
import {
  addOrganization,
  listOrganizations,
  newOrganization,
  type Organization,
  updateOrganization,
} from '../../workspace/people/organizations.ts';
import { administer, optionsOf, type Printing, print } from './administration.ts';

export interface AddOrganizationOptions extends Printing {
  readonly name: string;
  readonly maxUploadBytes?: string;
  readonly timeZone?: string;
}

export interface UpdateOrganizationOptions extends Printing {
  readonly organization: string;
  readonly name?: string;
  readonly maxUploadBytes?: string;
  readonly timeZone?: string;
}

const defaults = newOrganization();
const uploadBytes = `must be 1 to ${limits.uploadBytes} bytes`;

const Details = z.object({
  name: Title,
  maxUploadBytes: z
    .string()
    .regex(/^\d{1,15}$/, uploadBytes)
    .transform(Number)
    .pipe(z.int().min(1, uploadBytes).max(limits.uploadBytes, uploadBytes))
    .default(defaults.maxUploadBytes),
  timeZone: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin')
    .default(defaults.timeZone),
});

const Changes = z.object({
  name: Details.shape.name.optional(),
  maxUploadBytes: Details.shape.maxUploadBytes.unwrap().optional(),
  timeZone: Details.shape.timeZone.unwrap().optional(),
});

/** `workspace admin organizations add`. */
export async function addNewOrganization(config: Config, options: AddOrganizationOptions): Promise<void> {
  const details = optionsOf(Details, options);
  await administer(config, async ({ database, operator }) => {
    const organization = await database.write('service', (tx) => addOrganization(tx, operator, details));
    print(options, shown(organization), [
      describe(organization),
      `  its first admin: workspace admin users add --organization ${organization.id} --role admin --email … --name …`,
    ]);
  });
}

/** `workspace admin organizations update`: what is not named stays. */
export async function updateOneOrganization(config: Config, options: UpdateOrganizationOptions): Promise<void> {
  const changes = optionsOf(Changes, options);
  if (Object.keys(changes).length === 0)
    throw new ConfigError('--name, --max-upload-bytes or --time-zone must be given');
  await administer(config, async ({ database, operator }) => {
    const organization = await database.write('service', (tx) =>
      updateOrganization(tx, operator, options.organization, changes),
    );
    print(options, shown(organization), [describe(organization)]);
  });
}

/** `workspace admin organizations list`. */
export async function listOfOrganizations(config: Config, options: Printing): Promise<void> {
  await administer(config, async ({ database }) => {
    const organizations = await database.read(listOrganizations);
    print(options, { organizations: organizations.map(shown) }, organizations.map(describe));
  });
}

const shown = ({ id, ...organization }: Organization) => ({ organizationId: id, ...organization });

const describe = ({ id, name, maxUploadBytes, timeZone, users }: Organization) =>
  `${id} "${name}": users: ${users}, uploads up to ${maxUploadBytes} bytes, time zone ${timeZone}`;
