import type { Feedback } from '../../../schemas/feedback.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Config } from '../../config.ts';
import { itemsOf } from '../../sdk/pages.ts';
import { administer, type Printing, printList } from './administration.ts';

/** `workspace admin feedback list`. */
export async function listOfFeedback(config: Config, options: Printing): Promise<void> {
  await administer(config, async (workspace) => {
    const feedback = await Array.fromAsync(itemsOf(workspace.feedback.list, { limit: limits.pageMost }));
    printList(options, { feedback }, feedback.map(describe), 'messages of feedback');
  });
}

/** Quoted, so that where what somebody wrote begins and ends is seen. */
const describe = ({ createdAt, user, organization, interfaceType, queryId, description }: Feedback) => {
  const subject = queryId === undefined ? '' : ` about ${queryId}`;
  return `${createdAt} "${user.name}" of ${organization.name} (${interfaceType})${subject}: ${JSON.stringify(description)}`;
};
