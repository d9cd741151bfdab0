import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { raw, scriptedModel } from '../support/models.ts';
import { givesIn, modelledGateway, notAnswered } from '../support/modelled.ts';

const at = modelledGateway('openai');
const elsewhere = scriptedModel();

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed: it would take the key along', async (code) => {
  elsewhere.follow(givesIn);
  at.model.follow(raw((response) => response.writeHead(code, { location: `${elsewhere.url}/chat/completions` }).end()));
  expect((await at.ask('Anything?')).answer).toContain(notAnswered);
  expect(elsewhere.asked).toEqual([]);
});

test('a question that is cancelled is taken back from the model', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  at.model.follow(raw(asked.resolve));
  const { done } = at.gateway.admin;
  const { query } = await done('POST /queries', { mode: 'session', question: 'Anything?' });
  const closed = once(await asked.promise, 'close');
  expect((await done(`POST /queries/${query.id}/cancel`, {})).query.status).toBe('cancelled');
  await closed;
  expect(at.model.asked).toHaveLength(1);
});
