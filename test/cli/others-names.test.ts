import { expect, test } from 'vitest';
import { makeIssuer, registerIssuer } from '../support/issuers.ts';
import { runWorkspace } from '../support/product.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const name = 'Eve \u202emoc.knab\u{e0041}';
const description = 'Fine.\u009b31m \u2066really\u2069\n\u001b[2Jgone';

test('where nobody gave feedback, an operator is told so', async () => {
  const { stdout } = await runWorkspace('admin', 'feedback', 'list', '--data', gateway.dataFolder);
  expect(stdout).toBe('There are no messages of feedback.\n');
});

test('names and texts of others do nothing to the terminal of an operator', async () => {
  const issuer = await makeIssuer('https://names.test');
  await registerIssuer(gateway.dataFolder, issuer, { scope: 'workspace.query' });
  const eve = accountAt(gateway.url, await issuer.sign('eve', gateway.url, { claims: { name } }));
  await eve.done('POST /feedback', { description });
  const printed = async (...command: string[]) =>
    (await runWorkspace('admin', ...command, '--data', gateway.dataFolder)).stdout;

  for (const command of [
    ['users', 'list'],
    ['feedback', 'list'],
  ]) {
    expect(await printed(...command)).toContain('"Eve \\u{202e}moc.knab\\u{e0041}"');
    expect(await printed(...command)).not.toMatch(treacherous);
    expect(await printed(...command, '--json')).not.toMatch(treacherous);
  }
  expect(JSON.parse(await printed('feedback', 'list', '--json')).feedback).toMatchObject([
    { description, user: { name } },
  ]);
  expect((await printed('feedback', 'list')).trimEnd().split('\n')).toHaveLength(1);
});

const treacherous = /[^\P{Cc}\n]|\p{Cf}/u;
