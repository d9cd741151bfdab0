// Answers posts that begin with "?" from what the workspace holds. docs/webhooks.md says how to run it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { WorkspaceClient } from 'workspace-mcp/sdk';

const { WORKSPACE_URL = 'http://127.0.0.1:8787', WORKSPACE_TOKEN, WEBHOOK_SECRET = '', PORT = '9000' } = process.env;
const workspace = new WorkspaceClient({ baseUrl: WORKSPACE_URL, token: WORKSPACE_TOKEN });

/** Whether the gateway has signed it (Standard Webhooks), at most five minutes ago. */
function isSigned({ headers }, body) {
  const [id, time, signatures = ''] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64');
  const right = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
  const isRight = (given) => given.length === right.length && timingSafeEqual(given, right);
  return Math.abs(Date.now() / 1_000 - time) < 300 && signatures.split(' ').some((one) => isRight(Buffer.from(one)));
}

/** A delivery may come twice. The keys make sure that each question is asked and answered once. */
async function answer({ channelId, id: postId }) {
  const { post } = await workspace.posts.get({ channelId, postId });
  const question = post.body.slice(1).trim();
  const { queries } = workspace;
  let { query } = await queries.ask({ mode: 'session', question, channelId, idempotencyKey: `ask ${postId}` });
  while (query.pollAfterMs && (await setTimeout(query.pollAfterMs, true)))
    ({ query } = await queries.get({ queryId: query.id }));
  const body = query.answer ?? 'I have no answer.';
  await workspace.posts.reply({ channelId, postId, body, idempotencyKey: `answer ${postId}` });
}

const isQuestion = ({ type, action, title }) => type === 'post' && action === 'created' && title?.startsWith('?');

createServer(async (request, response) => {
  const body = await text(request);
  if (!isSigned(request, body)) return response.writeHead(401).end();
  const questions = JSON.parse(body).data.items.filter(isQuestion);
  const done = await Promise.allSettled(questions.map(answer));
  response.writeHead(done.every(({ status }) => status === 'fulfilled') ? 204 : 500).end();
}).listen(Number(PORT), '127.0.0.1', () => console.log(`listening on port ${PORT}`));
