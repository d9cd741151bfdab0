import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  addClient,
  authorizationUrl,
  callback,
  exchangeCode,
  givePasswords,
  password,
} from '../support/authorization.ts';
import { sharedBrowser } from '../support/browser.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';

const mia = 'mia@workspace.test';
const gateway = sharedGateway({ email: mia });
const shared = sharedBrowser();
let native: string;
let web: string;

beforeAll(async () => {
  await givePasswords(gateway.dataFolder, mia);
  native = await addClient(gateway.dataFolder, { name: 'Desk', redirectUris: ['http://127.0.0.1/callback'] });
  web = await addClient(gateway.dataFolder, { name: 'Notes' });
});

/** An application on the person's machine: a listener on a free port that takes the answer. */
async function application() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Desk</title><p>Back in the application');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
}

/** A page without script, of a browser that nobody is signed in with; whatever its policy forbids fails the test. */
async function opened(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await shared.browser.newContext({ javaScriptEnabled: false, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  onTestFinished(() => expect(complaints.filter((text) => /policy|refused/i.test(text))).toEqual([]));
  await page.goto(url);
  return page;
}

async function signIn(page: Page, secret = password): Promise<void> {
  await page.getByLabel('Email address').fill(mia);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The query that the browser brings to a redirect URI on the web. */
const answerTo = async (redirectUri: string, page: Page) => {
  const request = await page.waitForRequest((asked) => asked.url().startsWith(redirectUri));
  return new URL(request.url()).searchParams;
};

const answerAt = (page: Page) => new URL(page.url()).searchParams;

test('a person signs in, reads what is asked, allows it, and is back in the application with a code', async () => {
  const redirectUri = await application();
  const page = await opened(authorizationUrl(gateway.url, native, { redirect_uri: redirectUri }));
  expect(await page.title()).toBe('Sign in · Workspace');
  await signIn(page);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Allow access?');
  const asked = await page.getByRole('main').innerText();
  for (const told of [
    'Desk',
    mia,
    'a program on this computer',
    'Read what you can read',
    'Make changes in your name',
  ]) {
    expect(asked).toContain(told);
  }
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Back in the application').waitFor();
  const { body } = await exchangeCode(gateway.url, native, answerAt(page).get('code')!, { redirect_uri: redirectUri });
  expect((await accountAt(gateway.url, body.access_token).done('GET /me')).userId).toBe(gateway.idOf(mia));
});

test('with the keyboard alone', async () => {
  const page = await opened(authorizationUrl(gateway.url, web));
  const focused = () => page.locator(':focus').getAttribute('id');
  expect(await focused()).toBe('email');
  await page.keyboard.type(mia);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Allow access?' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').textContent()).toBe('Allow');
  const answer = answerTo(callback, page);
  await page.keyboard.press('Enter');
  expect((await answer).get('code')).toMatch(/./);
});

test('a person denies, and the application is told', async () => {
  const page = await opened(authorizationUrl(gateway.url, native, { redirect_uri: await application() }));
  await signIn(page);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('Back in the application').waitFor();
  expect(Object.fromEntries(answerAt(page))).toMatchObject({ error: 'access_denied', iss: gateway.url });
});

test('a person cancels the sign-in, and the application is told', async () => {
  const page = await opened(authorizationUrl(gateway.url, web, { prompt: 'login' }));
  const answer = answerTo(callback, page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await answer).get('error')).toBe('access_denied');
});

test('a wrong password is told at the field, and mended there', async () => {
  const page = await opened(authorizationUrl(gateway.url, native, { redirect_uri: await application() }));
  await signIn(page, 'not the password');
  expect(await page.title()).toBe('Sign in: please try again · Workspace');
  expect(await page.getByRole('alert').textContent()).toBe('The email address or the password is wrong.');
  const field = page.getByLabel('Password');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.getAttribute('aria-describedby')).toBe(await page.getByRole('alert').getAttribute('id'));
  expect(await page.locator(':focus').getAttribute('id')).toBe('password');
  expect([await page.getByLabel('Email address').inputValue(), await field.inputValue()]).toEqual([mia, '']);
  await field.fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Allow access?' }).waitFor();
});

test('the account can be changed before anything is allowed', async () => {
  const page = await opened(authorizationUrl(gateway.url, native, { redirect_uri: await application() }));
  await signIn(page);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await signIn(page);
  await page.getByRole('heading', { name: 'Allow access?' }).waitFor();
});

/** The properties of a page that the tests compare. */
const look = `({
  width: document.documentElement.scrollWidth,
  language: document.documentElement.lang,
  scripts: document.scripts.length,
  mains: document.querySelectorAll('main').length,
  headings: document.querySelectorAll('h1').length,
  unnamed: [...document.querySelectorAll('input:not([type=hidden])')].filter((field) => !field.labels.length).length,
  styled: getComputedStyle(document.querySelector('main')).maxWidth,
})`;

test('pages fit a screen of 320 pixels, are in a language that they name, and name each part', async () => {
  const url = authorizationUrl(gateway.url, native, { redirect_uri: await application() });
  const page = await opened(url, { javaScriptEnabled: true, viewport: { width: 320, height: 480 } });
  const check = async () => {
    const found = await page.evaluate(look);
    expect(found).toEqual({
      width: 320,
      language: 'en',
      scripts: 0,
      mains: 1,
      headings: 1,
      unnamed: 0,
      styled: '440px',
    });
  };
  await check();
  await signIn(page, 'wrong');
  await check();
  await signIn(page);
  await page.getByRole('heading', { name: 'Allow access?' }).waitFor();
  await check();
  await page.goto(`${gateway.url}/oauth/authorize?client_id=unknown`);
  await page.getByRole('heading', { name: 'This did not work' }).waitFor();
  await check();
});

test('no other site can frame the pages or send their forms', async () => {
  const page = await opened(authorizationUrl(gateway.url, web, { prompt: 'login' }));
  const action = page.url();
  const evil = await page.context().newPage();
  await evil.route('https://evil.test/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${action}"><input name="email" value="x"><button>Win</button></form><iframe src="${action}"></iframe>`,
    }),
  );
  await evil.goto('https://evil.test/');
  expect(
    await evil
      .frames()[1]
      ?.locator('form')
      .count()
      .catch(() => 0),
  ).toBe(0);
  await evil.getByRole('button', { name: 'Win' }).click();
  await evil.getByRole('heading', { name: 'This did not work' }).waitFor();
});
