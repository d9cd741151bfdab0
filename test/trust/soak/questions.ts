import assert from 'node:assert/strict';
import type { Act, Agent, Duty } from './agent.ts';

/** Questions to the sample, with the answer that everybody gets every time. */
export const questions: readonly (readonly [question: string, confidence: string, answer: RegExp])[] = [
  ['How many deals are won?', 'exact', /\*\*26\*\*/],
  ['Average amount by stage?', 'exact', /Won/],
  ['What did we decide about pricing?', 'supported', /./],
  ['What is our warranty period?', 'none', /found nothing/],
];

/** Questions in prose about what nobody changes. */
export class Questions implements Duty {
  readonly #agent: Agent;

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  get acts(): Act[] {
    return [[0.7, this.ask.bind(this)]];
  }

  async ask(): Promise<void> {
    const { chance, door, workplace } = this.#agent;
    const [question, confidence, pattern] = chance.pick(questions);
    const query = await door.ask(question, workplace.salesId);
    assert.equal(query.status, 'completed');
    assert.equal(query.confidence, confidence, question);
    assert.match(query.answer!, pattern);
  }

  async verify(): Promise<void> {}
}
