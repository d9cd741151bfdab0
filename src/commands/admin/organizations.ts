import { contract } from '../../../schemas/index.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Organization } from '../../../schemas/organizations.ts';
import { type Config, ConfigError } from '../../config.ts';
import { itemsOf } from '../../sdk/pages.ts';
import { administer, inputFor, type Printing, print } from './administration.ts';

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

/** `workspace admin organizations add`. */
export async function addNewOrganization(config: Config, options: AddOrganizationOptions): Promise<void> {
  const details = inputFor(contract.organizations.add, { ...settingsIn(options), name: options.name });
  await administer(config, async (workspace) => {
    const { organization } = await workspace.organizations.add(details);
    print(options, organization, [
      describe(organization),
      `  its first admin: workspace admin users add --organization ${organization.organizationId} --role admin --email … --name …`,
    ]);
  });
}

/** `workspace admin organizations update`: what is not named stays. */
export async function updateOneOrganization(config: Config, options: UpdateOrganizationOptions): Promise<void> {
  const settings = settingsIn(options);
  if (Object.keys(settings).length === 0)
    throw new ConfigError('--name, --max-upload-bytes or --time-zone must be given');
  const changes = { ...settings, organizationId: options.organization };
  const input = inputFor(contract.organizations.update, changes, { organizationId: '--organization' });
  await administer(config, async (workspace) => {
    const { organization } = await workspace.organizations.update(input);
    print(options, organization, [describe(organization)]);
  });
}

/** `workspace admin organizations list`. */
export async function listOfOrganizations(config: Config, options: Printing): Promise<void> {
  await administer(config, async (workspace) => {
    const organizations = await Array.fromAsync(itemsOf(workspace.organizations.list, { limit: limits.pageMost }));
    print(options, { organizations }, organizations.map(describe));
  });
}

/** The given settings. A size that is not written in digits is refused by the contract. */
function settingsIn({ name, maxUploadBytes, timeZone }: Omit<UpdateOrganizationOptions, 'organization' | 'json'>) {
  const bytes = /^\d{1,15}$/.test(maxUploadBytes ?? '') ? Number(maxUploadBytes) : Number.NaN;
  return {
    ...(name !== undefined && { name }),
    ...(maxUploadBytes !== undefined && { maxUploadBytes: bytes }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

const describe = ({ organizationId, name, maxUploadBytes, timeZone, users }: Organization) =>
  `${organizationId} "${name}": users: ${users}, uploads up to ${maxUploadBytes} bytes, time zone ${timeZone}`;
