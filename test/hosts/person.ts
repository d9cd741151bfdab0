import { Browser } from '../support/authorization.ts';
import { mia } from './workplace.ts';

/** The person and their browser: opens the address that a host sends them to, signs in, allows, and goes back. */
const [address = ''] = process.argv.slice(2);
const { origin } = new URL(address);
const browser = new Browser(origin);
let page = await browser.open(address);
if (page.html.includes('value="sign-in"')) page = await browser.signIn(page, mia);
if (page.html.includes('value="allow"')) page = await browser.answer(page, 'allow');
if (!page.url.startsWith(origin)) await fetch(page.url);
