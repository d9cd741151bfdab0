import type { Workspace } from '../../../schemas/index.ts';

/**
 * Adds things that Noor hides from the rest of her organisation. They are a private channel with documents, posts and
 * salaries, and a file and a conversation of her own.
 */
export async function addWhatNoorHides(workspace: Workspace): Promise<void> {
  const { channel } = await workspace.channels.create({ name: 'Board', slug: 'board', visibility: 'private' });
  const channelId = channel.id;
  await workspace.artifacts.create({ kind: 'markdown', title: 'Halvorsen merger', content: merger, channelId });
  await workspace.posts.create({ channelId, body: auditors });
  const { dataSet } = await workspace.dataSets.create({ ...salaries, channelId });
  for (const [title, team, amount] of people) {
    const { objectTypeId } = dataSet;
    await workspace.records.create({ channelId, objectTypeId, title, values: { team, salary: amount } });
  }
  await upload(workspace, 'resignation-letter.txt', resignation);
  await workspace.sessions.start({ title: 'What Brightwater and Nordhavn really pay', channelId });
  await workspace.artifacts.create({ kind: 'csv', title: 'Deals of the board', content: secretDeals, channelId });
}

/** Adds things of Eve, who is in another organisation. */
export async function addWhatEveHas(workspace: Workspace): Promise<void> {
  const { channel } = await workspace.channels.create({ name: 'Drones' });
  const channelId = channel.id;
  await workspace.artifacts.create({ kind: 'markdown', title: 'Zephyr', content: zephyr, channelId });
  await workspace.posts.create({ channelId, body: windTunnel });
  const { dataSet } = await workspace.dataSets.create({ ...shipments, channelId });
  for (const [title, port, weight, arrives] of cargo) {
    const { objectTypeId } = dataSet;
    await workspace.records.create({
      channelId,
      objectTypeId,
      title,
      values: { port, weight, arrives, delayed: weight > 500 },
    });
  }
  await upload(workspace, 'hangar.txt', hangar, channelId);
}

async function upload({ files }: Workspace, fileName: string, text: string, channelId?: string): Promise<void> {
  async function* bytes() {
    yield Buffer.from(text);
  }
  await files.upload({
    file: { fileName, contentType: 'text/plain', bytes: bytes() },
    ...(channelId && { channelId }),
  });
}

const merger = `# Merger with Halvorsen

The board decided on the merger with Halvorsen. We pay 4.2 million for Halvorsen; Ingrid leads the talks with Halvorsen.

- The merger is announced on 14 May.
- After the merger the office in Bergen closes.
- The code name of the merger is Puffin. Project Puffin stays between us.
- Pricing: what we decided about pricing for Team changes to 52 a seat, the price of Starter to 9.
`;

const auditors = `The auditors come on Thursday. The auditors want to see all stock options, the deals that are won and the roadmap.`;

const salaries = {
  name: 'Salaries',
  objectType: 'salary',
  description: 'What everyone earns',
  fields: [
    { key: 'team', label: 'Team', type: 'text' },
    { key: 'salary', label: 'Salary', type: 'currency', options: { currencyCode: 'EUR' } },
  ],
} satisfies Omit<Parameters<Workspace['dataSets']['create']>[0], 'channelId'>;

const people = [
  ['Tomasz Wren', 'Design', 71_000],
  ['Odile Marchetti', 'Design', 84_500],
  ['Ravi Brandt', 'Engineering', 93_000],
  ['Sade Holm', 'Engineering', 98_200],
  ['Brightwater Ltd', 'Customers', 1],
] as const;

const resignation = `Plan of my resignation
The resignation letter goes out on the first of June. The resignation letter names Katrin as successor.
The severance offer is nine months of pay.
`;

const secretDeals = `Company,Stage,Amount
Brightwater Ltd,won,990000
Nordhavn AS,won,880000
Acme Corporation,won,770000
`;

const zephyr = `# Zephyr drone

The launch date of the Zephyr drone is 3 August. The Zephyr drone flies 47 minutes on one charge.
Voltaro builds the Zephyr battery. A Zephyr drone weighs 1.9 kg. The colour of the Zephyr is orange.
`;

const windTunnel = `The wind tunnel is ours from Monday on; the roadmap and the pricing decision wait until the wind tunnel is free.`;

const shipments = {
  name: 'Shipments',
  objectType: 'shipment',
  fields: [
    { key: 'port', label: 'Port', type: 'text' },
    { key: 'weight', label: 'Weight', type: 'number' },
    { key: 'arrives', label: 'Arrives', type: 'date' },
    { key: 'delayed', label: 'Delayed', type: 'checkbox' },
  ],
} satisfies Omit<Parameters<Workspace['dataSets']['create']>[0], 'channelId'>;

const cargo = [
  ['Rotors', 'Valparaíso', 420, '2026-12-01'],
  ['Frames', 'Hamburg', 1_250, '2026-12-08'],
  ['Batteries', 'Valparaíso', 610, '2026-12-11'],
] as const;

const hangar = `The combination of the hangar door is 7731. Ulrike has the keys of the hangar.`;
