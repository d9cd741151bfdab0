import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { staffedGateway } from '../support/people.ts';
import { choose, filesToChoose } from '../support/uploading.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const agent = () => startHttpHost(`${gateway.url}/mcp`, gateway.as('will').token!);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The page that an agent gives its user. */
async function handedOver(input: object, user: 'will' | 'ned' | 'rita' = 'will') {
  const prepared = await (await agent()).done('workspace_file_upload_prepare', { ...input });
  const { pathname, search } = new URL(prepared.handoffUrl!);
  return appPage(shared.browser, gateway, { user: `${user}@workspace.test`, path: pathname + search });
}

test('an agent asks for a file, its user uploads it in the browser, and the agent finds it', async () => {
  const host = await agent();
  const asked = { fileName: '/home/will/report.txt', channelId: 'board', sha256: sha256('the report') };
  const prepared = await host.done('workspace_file_upload_prepare', asked);
  const { searchParams } = new URL(prepared.handoffUrl!);
  expect(Object.fromEntries(searchParams)).toEqual({
    channel: 'board',
    name: 'report.txt',
    sha256: asked.sha256,
    agent: 'test-host',
  });
  const page = await handedOver(asked);
  await page.getByText('test-host, as the link says.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Board' }).waitFor();
  await page.getByText(/^The members of Board will see what you add here: /).waitFor();
  await expectAccessible(page);

  const [wrong = '', right = ''] = await filesToChoose({ 'other.txt': 'another', 'report.txt': 'the report' });
  await choose(page, 'Choose the file', [wrong]);
  await page.getByText('Only this exact file is accepted, not a changed one.').waitFor();
  await page.getByText('Choose that exact file, or ask the agent for another link.').waitFor();
  await page.getByText('The file is not stored yet.').waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/workspace/files', async (route) => {
    await released;
    await route.continue();
  });
  await choose(page, 'Choose the file', [right]);
  await page.getByRole('progressbar').waitFor();
  expect(await page.getByText('Uploading files').count()).toBe(0);
  release();
  await page.getByText('The agent can find it now.').waitFor();
  await page.getByText('The file is stored.').waitFor();
  const { files } = await host.done('workspace_files_list', { channelId: 'board' });
  const [found] = files;
  const { file } = await host.done('workspace_file_get', { fileId: found!.id });
  expect(file).toMatchObject({
    fileName: 'report.txt',
    sha256: asked.sha256,
    createdBy: { name: 'will@workspace.test' },
  });
});

test('a file of another name is asked about before a byte of it is sent', async () => {
  const page = await handedOver({ fileName: 'floorplan.txt', channelId: 'board' });
  const namesOf = async () => (await gateway.as('will').done('GET /files')).files.map(({ fileName }) => fileName);
  const [other = '', asked = ''] = await filesToChoose({ 'garden.txt': 'roses', 'floorplan.txt': 'walls' });
  await choose(page, 'Choose the file', [other]);
  const question = page.getByRole('group', { name: 'Another name' });
  await question.getByText('The agent asked for floorplan.txt. Send garden.txt in its place?').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Do not send it' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await namesOf()).not.toContain('garden.txt');
  await choose(page, 'Choose the file', [other]);
  await question.getByRole('button', { name: 'Send it', exact: true }).click();
  await page.getByText('It is stored as garden.txt. Tell the agent this name').waitFor();
  await choose(page, 'Choose the file', [asked]);
  await page.getByText('The agent can find it now.').waitFor();
  await page.getByText('The file is stored.').waitFor();
  expect(await namesOf()).toEqual(expect.arrayContaining(['garden.txt', 'floorplan.txt']));
});

test('claims of an address are shown as text, and their hidden characters are seen', async () => {
  const claimed = new URLSearchParams({ channel: 'news', agent: 'Your admin\u202E <b>now</b>', name: '<img src=x>' });
  const page = await appPage(shared.browser, gateway, {
    user: 'will@workspace.test',
    path: `/uploads/new?${claimed.toString()}`,
  });
  await page.getByText('<b>now</b>, as the link says.').waitFor();
  await page.getByText('<img src=x>').waitFor();
  expect(await page.getByTitle('A hidden character').innerText()).toBe('202e');
});

test('a place that is not shared, or only read, is refused as anywhere', async () => {
  const stranger = await handedOver({ channelId: 'board' }, 'ned');
  await stranger.getByRole('heading', { level: 1, name: 'Not shared with this account' }).waitFor();
  const reader = await handedOver({ channelId: 'board' }, 'rita');
  await reader.getByText('you may read this channel but not write to it').waitFor();
  expect(await reader.getByRole('button', { name: 'Choose the file' }).count()).toBe(0);
  await expectAccessible(reader);
  await reader.getByRole('link', { name: 'Go to your channels' }).click();
  await reader.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('a file goes to a conversation or a record too, and who will see it is said', async () => {
  const { session } = await gateway.as('will').done('POST /sessions', { title: 'Talk of Will' });
  const page = await handedOver({ sessionId: session.id });
  await page.getByRole('link', { name: 'Talk of Will' }).waitFor();
  await page.getByText('You and will@workspace.test, who owns this conversation, will see it.').waitFor();
  const { dataSet } = await gateway.as('mia').done('POST /channels/board/data-sets', { name: 'Deals' });
  const { record } = await gateway
    .as('mia')
    .done('POST /channels/board/records', { objectTypeId: dataSet.objectTypeId, title: 'Brightwater', values: {} });
  const other = await handedOver({ recordId: record.id });
  await other.getByRole('link', { name: 'Brightwater' }).waitFor();
  await other.getByText(/^The members of Board will see/).waitFor();
  await choose(other, 'Choose the file', await filesToChoose({ 'contract.txt': 'signed' }));
  await other.getByText('The agent can find it now.').waitFor();
  const { files } = await gateway.as('rita').done('GET /files');
  const links = files.find(({ fileName }) => fileName === 'contract.txt')?.links;
  expect(links).toMatchObject([{ targetType: 'record', targetId: record.id }]);
});
