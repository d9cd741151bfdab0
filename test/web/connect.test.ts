import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { hostFormats } from '../../schemas/hosts.ts';
import { appPage, expectAccessible } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { runWorkspace } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const shared = sharedBrowser();

const read = (format: string, text: string): unknown => (format === 'toml' ? parse(text) : JSON.parse(text));

test('the page gives each host its block with this gateway, as the command prints it', async () => {
  const page = await appPage(shared.browser, gateway, { path: '/connect' });
  expect(await page.locator('pre').first().innerText()).toBe(`${gateway.url}/mcp`);
  await page.getByText('This gateway registers no host by itself.').waitFor();
  await expectAccessible(page);
  for (const [name, host] of Object.entries(hostFormats)) {
    await page.getByRole('link', { name: host.title, exact: true }).click();
    await page.getByRole('link', { name: host.title, exact: true }).and(page.locator('[aria-current]')).waitFor();
    const block = () => page.locator('pre').last().innerText();
    const printed = await runWorkspace('mcp', 'config', '--host', name, '--http', '--url', gateway.url);
    if ('remote' in host) expect(read(host.format, await block())).toEqual(read(host.format, printed.stdout));
    else {
      expect(printed.stderr).toContain(`${host.title} takes no address in its file`);
      expect(await block()).toContain(`"--url",\n        "${gateway.url}"`);
    }
  }
  await page.getByRole('link', { name: 'Cursor', exact: true }).click();
  const link = new URL((await page.getByRole('link', { name: 'Add it to Cursor' }).getAttribute('href'))!);
  expect(JSON.parse(atob(link.searchParams.get('config')!))).toEqual({ url: `${gateway.url}/mcp` });
});

test('the command writes an address with tools, and refuses what a host that starts nothing cannot take', async () => {
  const block = async (...args: string[]) => runWorkspace('mcp', 'config', '--host', 'vscode', '--http', ...args);
  const url = 'https://workspace.example.com/';
  const { stdout } = await block('--url', url, '--tools', 'records,views', '--read-only');
  expect(JSON.parse(stdout).servers['workspace-mcp']).toEqual({
    type: 'http',
    url: 'https://workspace.example.com/mcp?tools=records%2Cviews&readOnly=true',
  });
  expect((await block()).stderr).toContain('--http needs the address of a gateway');
  expect((await block('--url', url, '--as', 'Desk')).stderr).toContain('does not go with --http');
});
