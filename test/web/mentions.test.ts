import { expect, test } from 'vitest';
import { peopleIn } from '../../web/talk/people-in.ts';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { patience } from '../support/patience.ts';
import { sharedGateway } from '../support/rest.ts';

const [ada, byron, ben] = ['ada.l@workspace.test', 'ada.b@workspace.test', 'ben@workspace.test'] as const;
const gateway = sharedGateway(
  { email: ada, name: 'Ada Lovelace' },
  { email: byron, name: 'Ada Byron' },
  { email: ben, name: 'Ben' },
);
const shared = sharedBrowser();
const idsOf = (...emails: string[]) => emails.map((email) => gateway.idOf(email));
const mentionedIn = async () => {
  const [item] = (await gateway.admin.done('GET /channels/general/feed?limit=1')).items;
  return item && 'post' in item ? item.post : undefined;
};

test('a new text mentions those it names, whether they were picked or not', async () => {
  const page = await appPage(shared.browser, gateway, { path: '/channels/general' });
  const field = page.getByLabel('Post to General');
  await field.fill('First for @ben');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect.poll(mentionedIn, patience).toMatchObject({ body: 'First for @ben', mentionedUserIds: idsOf(ben) });
  await field.pressSequentially('Second for @ben and @Ada L');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect.poll(mentionedIn, patience).toMatchObject({
    body: 'Second for @ben and @Ada Lovelace ',
    mentionedUserIds: expect.toSatisfy((ids: string[]) => ids.toSorted().join() === idsOf(ben, ada).toSorted().join()),
  });
});

test('names that become known after the last key are suggested', async () => {
  const page = await appPage(shared.browser, gateway, { path: '/connect' });
  const { promise: known, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/workspace/people*', async (route) => {
    await known;
    await route.continue();
  });
  await page.goto(`${gateway.url}/channels/general`);
  await page.getByLabel('Post to General').pressSequentially('Look, @Ada L');
  expect(await page.getByRole('option').count()).toBe(0);
  resolve();
  await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor();
});

test('a name that nobody has, or several have, stays as text, and its writer hears so', async () => {
  const page = await appPage(shared.browser, gateway, { path: '/channels/general' });
  const field = page.getByLabel('Post to General');
  await field.fill('Hello @Zoe, please look');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByText('“@Zoe” is stored as text, because nobody who reads this is called so.').waitFor();
  await page.getByRole('article').getByText('Hello @Zoe, please look').waitFor();
  await field.fill('Hello @Ada, too');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page
    .getByText(/“@Ada” is stored as text, because it may be Ada .+ or Ada .+\. Edit it to name one\./)
    .waitFor();
  await expect.poll(mentionedIn, patience).toMatchObject({ body: 'Hello @Ada, too', mentionedUserIds: [] });
});

test('an edited post mentions nobody whose name it no longer has', async () => {
  await gateway.admin.done('POST /channels/general/posts', { body: 'Dear @Ada Lovelace' });
  const page = await appPage(shared.browser, gateway, { path: '/channels/general' });
  const article = page.getByRole('article').filter({ hasText: 'Dear' });
  for (const [body, people] of [
    ['Dear @Ada Byron', [byron]],
    ['Dear @Adam', []],
  ] as const) {
    await article.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Change what you wrote').fill(body);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(mentionedIn, patience).toMatchObject({ body, mentionedUserIds: idsOf(...people) });
  }
});

const lovelace = { id: 'ada', name: 'Ada Lovelace', email: ada };
const others = [
  { id: 'byron', name: 'Ada Byron' },
  { id: 'twin', name: 'Ada Lovelace' },
  { id: 'ben', name: 'Ben' },
];

test.each([
  ['@Ada Lovelace', ['ada']],
  ['@ada, @ben', ['ada', 'ben']],
  ['@ada.l', ['ada']],
  ['@Ada Byron', ['byron']],
  ['@Adam', []],
  ['Ada Lovelace', []],
])('of people who were picked, %j names %j', (body, named) => {
  expect(peopleIn(body, [lovelace], [lovelace, ...others])).toEqual(named);
});

test('a name of several people names nobody unless one was picked', () => {
  expect(peopleIn('@ada, @Ada Lovelace', [], [lovelace, ...others])).toEqual([]);
});
