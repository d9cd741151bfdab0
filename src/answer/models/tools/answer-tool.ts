import { Claim } from '../claim.ts';
import { modelTool } from './tool.ts';
import { verified } from '../verification.ts';

export const answer = modelTool({
  name: 'answer',
  description: 'Ends the work with the answer. One that does not hold is refused, with what to change.',
  input: Claim,
  isEnd: true,
  async run(desk, claim) {
    desk.accept(await verified(desk, claim));
    return 'Accepted.';
  },
});
