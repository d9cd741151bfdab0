import { expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { form, textFile } from '../support/forms.ts';
import { addUsers } from '../support/users.ts';
import { accessToken, runWorkspace, startGateway, temporaryFolder } from '../support/product.ts';
import { emptyDataSet } from '../support/records.ts';
import { accountAt } from '../support/rest.ts';

test('values are sound whatever becomes of what they name', async () => {
  const folder = await temporaryFolder();
  const { url } = await startGateway(folder, '--sample');
  const { done } = accountAt(url, await accessToken(folder));
  const companies = await emptyDataSet(folder, 'general', { name: 'Companies' });
  const fields = [
    { key: 'owner', type: 'user' },
    { key: 'team', type: 'user', multiple: true },
    { key: 'company', type: 'record', options: { objectTypeId: companies.id } },
    { key: 'companies', type: 'record', multiple: true, options: { objectTypeId: companies.id } },
    { key: 'contract', type: 'file' },
    { key: 'notes', type: 'artifact', multiple: true },
    { key: 'talk', type: 'session' },
    { key: 'amount', type: 'number' },
  ] as const;
  const deals = await emptyDataSet(folder, 'general', { name: 'Offers', fields });
  const [company, other] = await Promise.all(
    ['Ada & Sons', 'Byron'].map(async (title) => {
      const body = { objectTypeId: companies.id, title };
      return (await done('POST /channels/general/records', body)).record.id;
    }),
  );
  const { file } = await done('POST /files', form(['file', textFile('text'), 'a.txt']));
  const { artifact } = await done('POST /artifacts', {
    kind: 'markdown',
    title: 'Notes',
    content: 'n',
    channelId: 'general',
    idempotencyKey: 'k',
  });
  const { session } = await done('POST /sessions', { channelId: 'general' });
  const people = await addUsers(folder, { email: 'mia@a.test' }, { email: 'eve@b.test', organization: 'Elsewhere' });
  const mia = people['mia@a.test']!;
  const values = {
    owner: mia,
    team: [mia],
    company,
    companies: [company, other],
    contract: file.id,
    notes: [artifact.id],
    talk: session.id,
    amount: 9_007_199_254_740_991,
  };
  const offer = { objectTypeId: deals.id, title: 'Offer', values };
  const { record } = await done('POST /channels/general/records', offer);
  await expectSound(folder);
  await done(`DELETE /channels/general/records/${company}`);
  const shown = async () => (await done(`GET /channels/general/records/${record.id}`)).record.values;
  expect(await shown()).toEqual({ ...values, company: undefined, companies: [other] });
  await expectSound(folder);
  await done(`DELETE /trash/${company}`);
  expect(await shown()).toEqual({ ...values, company: undefined, companies: [other] });
  await expectSound(folder);
  expect(await runWorkspace('admin', 'users', 'remove', '--user', mia, '--data', folder)).toMatchObject({ status: 0 });
  await expectSound(folder);
});
