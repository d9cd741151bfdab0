import type { Config } from '../../config.ts';
import { type Feedback, listFeedback } from '../../workspace/conversations/feedback.ts';
import { onFolder, type Printing, print } from './administration.ts';

/** `workspace admin feedback list`. */
export async function listOfFeedback(config: Config, options: Printing): Promise<void> {
  await onFolder(config, async ({ database }) => {
    const feedback = await database.read(listFeedback);
    print(options, { feedback: feedback.map(shown) }, feedback.map(describe));
  });
}

const shown = ({ userId, userName, organizationId, organizationName, queryId, ...feedback }: Feedback) => ({
  ...feedback,
  ...(queryId !== null && { queryId }),
  user: { id: userId, name: userName },
  organization: { id: organizationId, name: organizationName },
});

/** Quoted, so that where what somebody wrote begins and ends is seen. */
const describe = ({ createdAt, userName, organizationName, interfaceType, queryId, description }: Feedback) => {
  const subject = queryId === null ? '' : ` about ${queryId}`;
  return `${createdAt} "${userName}" of ${organizationName} (${interfaceType})${subject}: ${JSON.stringify(description)}`;
};
