import { contract, operations } from '../../../schemas/index.ts';
import type { Account } from '../../support/rest.ts';
import { csvParts } from './csv.ts';
import { cursorParts } from './cursors.ts';
import { documentParts } from './documents.ts';
import { editParts } from './edits.ts';
import type { Judge } from './judging.ts';
import { Lab } from './lab.ts';
import { messageParts } from './messages.ts';
import { partsOf } from './operations.ts';
import type { Sender } from './sender.ts';
import { Outcomes } from './outcomes.ts';
import type { Part } from './parts.ts';
import { questionParts } from './questions.ts';
import { Line } from './sending.ts';
import { partsOfTool } from './tools.ts';
import type { Definition } from './definition.ts';
import { uploadParts } from './uploads.ts';
import type { World } from './world.ts';

/** How many inputs: of each operation, of each tool, and of each kind that is tried beside them. */
const amounts = {
  short: {
    operation: 16,
    tool: 12,
    csv: 80,
    uploads: 60,
    edits: 60,
    messages: 100,
    questions: 20,
    cursors: 60,
    documents: 8,
  },
  long: {
    operation: 900,
    tool: 600,
    csv: 5_000,
    uploads: 5_000,
    edits: 4_000,
    messages: 5_000,
    questions: 1_200,
    cursors: 4_000,
    documents: 400,
  },
};

/** A sender who signs out has no token to send more with. */
const tried = operations.filter(({ operation }) => operation !== contract.me.signOut);
/** Senders have no password, so a change of it is always refused. */
const { refused = [], others = [] } = Object.groupBy(tried, ({ operation }) =>
  operation.scope === 'workspace.admin' || operation === contract.me.setPassword ? 'refused' : 'others',
);

/** In which the operations and tools are tried side by side. */
const contractLines = 6;

export interface Lines {
  readonly world: World;
  readonly judge: Judge;
  readonly judgeOfAdministration: Judge;
  readonly definitions: readonly Definition[];
  readonly outcomes: Outcomes;
}

/** All that is tried, in lines that run side by side. */
export function linesOf(
  { world, judge, judgeOfAdministration, definitions, outcomes }: Lines,
  form: keyof typeof amounts,
): Part[][] {
  const { operation, tool, csv, uploads, edits, messages, questions, cursors, documents } = amounts[form];
  const senderOf = (account: Account): Sender => ({
    line: new Line(world.url, account.token!),
    judge,
    lab: new Lab(account, world),
    outcomes,
  });
  const [asker, ...writers] = world.senders;
  const next = (at: number) => senderOf(writers[at % writers.length]!);
  const everyPart = [
    ...others.map((entry) => (sender: Sender) => partsOf(entry, operation, sender)),
    ...definitions.map((definition) => (sender: Sender) => partsOfTool(definition, tool, sender)),
  ];
  const ofContract = Array.from({ length: contractLines }, (_, at): Part[] => {
    const sender = next(at);
    return everyPart.filter((_parts, number) => number % contractLines === at).flatMap((parts) => parts(sender));
  });
  const { account, userId } = world.administrator;
  const administrator: Sender = {
    line: new Line(world.url, account.token!),
    judge: judgeOfAdministration,
    // An input that named the sender could end their token.
    lab: new Lab(account, { ...world, ...world.administrator }, userId),
    // Much of this only the owner of the data folder may do, who has no token: it is always refused.
    outcomes: new Outcomes(),
  };
  return [
    ...ofContract,
    refused.flatMap((entry) => partsOf(entry, operation, administrator)),
    csvParts(csv, next(0)),
    uploadParts(uploads, next(1)),
    [...editParts(edits, next(0)), ...cursorParts(cursors, next(1))],
    [...documentParts(documents, next(0)), ...messageParts(messages, next(1))],
    // This user asks nothing else, because a user may have only a few waiting questions.
    questionParts(questions, senderOf(asker!)),
  ];
}
