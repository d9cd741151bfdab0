import type { Workspace } from '../../schemas/index.ts';
import { workspaceFor } from '../workspace/call.ts';
import type { Caller, Services } from '../workspace/operation/context.ts';
import { addMessage } from '../workspace/conversations/messages.ts';
import { addDeals } from './sample-deals.ts';

/**
 * Fills an empty workspace with the sample data of a small company. Any other workspace is left alone. If two starts
 * run in parallel, the second finds each piece already made. Returns whether the workspace was empty.
 */
export async function addSample(services: Services, caller: Caller): Promise<boolean> {
  const workspace = workspaceFor(services, caller);
  if (!(await isEmpty(workspace))) return false;
  const { channels, artifacts, files, sessions, posts } = workspace;
  const [sales, product] = await Promise.all([
    channels.create({
      name: 'Sales',
      description: 'Deals, prices and the customers behind them',
      idempotencyKey: 'sample-sales',
    }),
    channels.create({
      name: 'Product',
      description: 'Plans for the next releases, with reasons',
      idempotencyKey: 'sample-product',
    }),
  ]);
  const [salesId, productId] = [sales.channel.id, product.channel.id];
  const document = { kind: 'markdown' as const };
  await artifacts.create({
    ...document,
    title: 'Pricing decision',
    content: pricingDecision,
    channelId: salesId,
    idempotencyKey: 'sample-pricing',
  });
  const prices = await artifacts.create({
    kind: 'csv',
    title: 'Price list',
    content: priceList,
    channelId: salesId,
    idempotencyKey: 'sample-prices',
  });
  const roadmap = await artifacts.create({
    ...document,
    title: 'Roadmap, first half',
    content: roadmapDocument.replace(addedByAgent, ''),
    channelId: productId,
    idempotencyKey: 'sample-roadmap',
  });
  await workspaceFor(services, { ...caller, interface: 'mcp', agent: sampleAgent }).artifacts.update({
    artifactId: roadmap.artifact.id,
    expectedVersionId: roadmap.artifact.versionId,
    content: roadmapDocument,
    idempotencyKey: 'sample-roadmap-of-agent',
  });
  await artifacts.link({ artifactId: roadmap.artifact.id, targetType: 'channel', targetId: salesId });
  await artifacts.link({ artifactId: prices.artifact.id, targetType: 'channel', targetId: 'general' });
  const notes = { fileName: 'interview-notes.txt', contentType: 'text/plain', bytes: bytesOf(interviewNotes) };
  await files.upload({ file: notes, channelId: productId, idempotencyKey: 'sample-notes' });
  const { session } = await sessions.start({
    title: 'Preparing the Brightwater renewal',
    channelId: salesId,
    idempotencyKey: 'sample-session',
  });
  await addMessages(services, session.id);
  await sessions.link({ sessionId: session.id, channelId: salesId });
  const { post } = await posts.create({ channelId: salesId, body: announcement, idempotencyKey: 'sample-post' });
  await posts.reply({ channelId: salesId, postId: post.id, body: answer, idempotencyKey: 'sample-reply' });
  await addDeals(workspace, sales.channel);
  return true;
}

async function isEmpty(workspace: Workspace): Promise<boolean> {
  const [{ channels }, { artifacts }, { files }, { sessions }] = await Promise.all([
    workspace.channels.list({ limit: 2 }),
    workspace.artifacts.list({ limit: 1 }),
    workspace.files.list({ limit: 1 }),
    workspace.sessions.list({ limit: 1 }),
  ]);
  if (channels.length !== 1 || artifacts.length + files.length + sessions.length > 0) return false;
  const { channel } = await workspace.channels.get({ channelId: channels[0]!.id });
  return channel.dataSets.length === 0;
}

async function addMessages({ database }: Services, sessionId: string): Promise<void> {
  await database.write('service', async (tx) => {
    const there = await tx
      .selectFrom('messages')
      .select('id')
      .where('session_id', '=', sessionId)
      .limit(1)
      .executeTakeFirst();
    if (there) return;
    for (const [role, body] of conversation) await addMessage(tx, sessionId, { role, body });
  });
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

const pricingDecision = `# Pricing decision

We keep two plans and raise the price of Team from 29 to 35 per seat and month, from 1 March.

- Customers who signed before that day keep 29 for twelve months.
- Starter stays free for up to three seats.
- No discount beyond 15 percent without Mara's approval.

Why: in eleven of fourteen lost deals price was not the reason; missing single sign-on was.
`;

const priceList = `Plan,Seats from,Price per seat and month,Valid from
Starter,1,0,2026-01-01
Team,4,29,2026-01-01
Team,4,35,2026-03-01
Company,50,31,2026-03-01
Company,200,27,2026-03-01
`;

const sampleAgent = { name: 'Sample agent' };
const addedByAgent = '3. Offline reading on phones.\n';
const roadmapDocument = `# Roadmap, first half

1. Single sign-on (SAML and OpenID Connect): asked for in most lost deals.
2. Import from spreadsheets that keeps every row.
${addedByAgent}
Not now: a marketplace, custom themes.
`;

const interviewNotes = `Interview with Priya, operations lead at Nordhavn
- exports everything to a spreadsheet on Fridays, by hand
- trusts a number only when she can see where it comes from
- would pay for single sign-on at once
`;

const announcement = `Team costs 35 from 1 March. The pricing decision lists the exceptions.

Who tells existing customers that their price stays the same for twelve months?`;

const answer = 'I will write to them this week, Brightwater first.';

const conversation = [
  ['user', 'What should I know before the renewal call with Brightwater?'],
  [
    'assistant',
    'They signed the annual plan for 18,400 and asked twice about single sign-on, which is first on the roadmap. They keep the old price for twelve months.',
  ],
  ['user', 'Good. Offer them the pilot of single sign-on in return for two years.'],
] as const;
