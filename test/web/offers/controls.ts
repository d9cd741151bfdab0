import type { Locator, Page } from 'playwright-core';
import type { CallerName } from '../../http/permissions/callers.ts';

/** A control of a page, and the row of the permission table that says who may use it. */
export interface Control {
  readonly row: string;
  /** Its page; names in braces are IDs of things, as in the rows. */
  readonly path: string;
  /** The menu that it is in. */
  readonly menu?: string;
  readonly find: (page: Page) => Locator;
  /** The callers who may do it, but are not offered it. */
  readonly keptFrom?: readonly CallerName[];
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name });
const item = (name: string) => (page: Page) => page.getByRole('menuitem', { name });
const field = (label: string) => (page: Page) => page.getByLabel(label);

const feed = '/channels/{channel}';
const artifact = '/channels/{channel}/artifacts/{artifact}';
const file = '/channels/{channel}/files/{file}';
const session = '/channels/{channel}/sessions/{session}';
const members = '/channels/{channel}/members';
const record = '/channels/{channel}/records/{record}';
const view = '/channels/{channel}/views/{view}';

/** In the order of their pages. Admins may share a conversation for its owner, and are not tempted to. */
export const controls: readonly Control[] = [
  { row: 'posts.create', path: feed, find: (page) => page.getByPlaceholder(/^Post to/) },
  { row: 'discussions.react', path: feed, find: (page) => button('React')(page).first() },
  { row: 'channels.update', path: feed, find: (page) => page.getByRole('link', { name: 'Settings', exact: true }) },
  { row: 'posts.update', path: feed, menu: 'More', find: item('Edit') },
  { row: 'posts.remove', path: feed, menu: 'More', find: item('Delete') },
  { row: 'channels.update', path: '/channels/{channel}/settings', find: button('Save') },
  { row: 'members.put', path: members, find: field('Add a person') },
  { row: 'members.put', path: members, find: field('Role of colleague@workspace.test') },
  { row: 'members.remove', path: members, find: button('Remove') },
  { row: 'discussions.comment on an artifact', path: artifact, find: field('Write a comment') },
  { row: 'artifacts.remove', path: artifact, menu: 'More', find: item('Move to the trash') },
  {
    row: 'artifacts.restore, stale',
    path: '/channels/{channel}/artifacts/{sheet}?version={sheetVersion}',
    find: (page) => button(/^Restore version 1/)(page).first(),
  },
  { row: 'discussions.comment on a file', path: file, find: field('Write a comment') },
  { row: 'files.update', path: file, menu: 'More', find: item('Rename it') },
  { row: 'files.remove', path: file, menu: 'More', find: item('Move to the trash') },
  { row: 'sessions.send', path: session, find: (page) => page.getByPlaceholder(/^Ask (something|in this)/) },
  { row: 'discussions.comment on a session', path: session, find: field('Write a comment') },
  { row: 'sessions.link', path: session, find: button('Share'), keptFrom: ['admin', 'admin inside'] },
  { row: 'sessions.remove', path: session, menu: 'More about this conversation', find: item('Move to the trash') },
  { row: 'records.create', path: '/channels/{channel}/data-sets/{shelf}', find: button('New record') },
  { row: 'records.update', path: record, find: button('Edit Title') },
  { row: 'records.remove', path: record, menu: 'More about this record', find: item('Move to the trash') },
  { row: 'views.update', path: view, find: (page) => page.getByRole('main').getByRole('link', { name: 'Change' }) },
  { row: 'views.remove', path: view, menu: 'More about this View', find: item('Move to the trash') },
  {
    row: 'views.create',
    path: '/channels/{channel}/data-sets/{shelf}',
    find: (page) => page.getByRole('main').getByRole('link', { name: 'New View' }),
  },
  {
    row: 'dataSets.update',
    path: '/channels/{channel}/data-sets/{shelf}',
    menu: 'More about this Data Set',
    find: item('Rename'),
  },
  { row: 'dataSets.update', path: '/channels/{channel}/data-sets/{shelf}?tab=fields', find: button('Add a field') },
  {
    row: 'dataSets.remove',
    path: '/channels/{channel}/data-sets/{shelf}',
    menu: 'More about this Data Set',
    find: item('Move to the trash'),
    keptFrom: ['owner'],
  },
  { row: 'trash.restore', path: '/trash?channel={channel}', find: button('Restore Plan') },
];
