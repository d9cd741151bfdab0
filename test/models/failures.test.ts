import { describe, expect, test } from 'vitest';
import { answers, calls, raw, type Step, status } from '../support/models.ts';
import { modelKey, modelledGateway, modelName, notAnswered, protocols } from '../support/modelled.ts';
import { patience } from '../support/patience.ts';

const say = (text: string): Step => raw((response) => response.end(text));

describe.each(protocols)('where a model that speaks the protocol of %s', (protocol) => {
  const at = modelledGateway(protocol);
  /** The model failures in the operator's log. */
  const logged = () =>
    at.gateway
      .log()
      .split('\n')
      .filter((line) => line.includes('"ModelFailure"'))
      .map((line) => JSON.parse(line) as { err: { reason: string; status?: number; code?: string } });

  test.each<[what: string, script: () => Step[], failure: object]>([
    ['wants another key', () => [status(401)], { reason: 'refused', status: 401 }],
    ['is asked too often', () => [status(429)], { reason: 'refused', status: 429 }],
    ['fails', () => [status(500)], { reason: 'refused', status: 500 }],
    ['hangs up', () => [raw((response) => response.destroy())], { reason: 'unreachable' }],
    ['answers nothing', () => [say('')], { reason: 'nonsense' }],
    ['answers with a page', () => [say('<html>planted-error-text</html>')], { reason: 'nonsense' }],
    ['answers with other JSON', () => [say('{"planted-error-text": []}')], { reason: 'nonsense' }],
    ['talks on', () => ['planted-error-text'], { reason: 'mistakes' }],
    ['is silent', () => [''], { reason: 'mistakes' }],
    ['calls tools that there are not', () => [calls('workspace_record_delete')], { reason: 'mistakes' }],
    ['calls tools with what is no JSON', () => [calls('search', '{"q')], { reason: 'mistakes' }],
    ['calls tools with wrong arguments', () => [calls('search', { query: 'x' })], { reason: 'mistakes' }],
    ['calls a tool for ever', () => [calls('list_channels')], { reason: 'steps' }],
    [
      'gives answers for ever that do not hold',
      () => [answers({ text: '42', confidence: 'exact' })],
      { reason: 'mistakes' },
    ],
    ['fails after it has worked', () => [calls('list_channels'), status(400)], { reason: 'refused', status: 400 }],
  ])('%s, the built-in engine answers', async (_what, script, failure) => {
    const before = logged().length;
    at.model.follow(...script());
    const query = await at.ask('Where do we open?');
    expect(query).toMatchObject({ status: 'completed', sources: [{ id: at.planId }] });
    expect(query.answer).toMatch(new RegExp(`^${notAnswered}\n\n.`));
    await expect.poll(() => logged().length, patience).toBe(before + 1);
    expect(logged().at(-1)!.err).toMatchObject(failure);
    for (const hidden of [modelKey, modelName, 'planted-error-text', at.model.url])
      expect(at.gateway.log()).not.toContain(hidden);
  });
});
