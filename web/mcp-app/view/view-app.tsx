import { useEffect, useState } from 'react';
import { sentenceOf } from '../../data/problems.ts';
import { Failure, Waiting } from '../../ui/states.tsx';
import { Shown } from '../../ui/shown.tsx';
import type { ViewFilters } from '../../../schemas/queries.ts';
import { AroundRecords } from '../around.tsx';
import { answerIn, call, isForApp } from '../calls.ts';
import { type Answered, Head } from '../frame.tsx';
import { learnHome } from '../places.ts';
import { Content } from './content.tsx';
import type { ViewAnswer } from './view-answer.ts';

/** The arguments of the call that name a View. The others say how much of it a model wanted. */
interface Asked {
  readonly channelId: string;
  readonly viewId: string;
  readonly filters?: ViewFilters | undefined;
}

/** A View as the call answered it. It is read anew where the host left out what apps need. */
export function ViewApp({ input, result }: Answered) {
  const { channelId, viewId, filters } = input as unknown as Asked;
  const [answer, setAnswer] = useState(() => (isForApp(result) ? (answerIn(result) as ViewAnswer) : undefined));
  const [mistake, setMistake] = useState<string>();
  useEffect(() => {
    if (answer) return;
    call<ViewAnswer>('workspace_view_data', { channelId, viewId, ...(filters && { filters }) }).then(
      (read) => ('channel' in read ? setAnswer(read) : setMistake(leftOut)),
      (error: unknown) => setMistake(sentenceOf(error)),
    );
  }, [answer, channelId, viewId, filters]);
  if (mistake !== undefined) return <Failure sentence={mistake} />;
  if (!answer) return <Waiting what="the View" />;
  const { view, channel, dataSet } = answer;
  learnHome(view.url);
  return (
    <>
      <Head
        title={view.name}
        about={
          <>
            <span>
              <Shown text={channel.name} />
            </span>
            <span>
              <Shown text={dataSet.name} />
            </span>
            {filters && filters.length > 0 && <span>with {conditions(filters.length)} more</span>}
          </>
        }
        url={view.url}
      />
      <AroundRecords channel={channel.slug}>
        <Content first={answer} filters={filters ?? []} isWhole={isWholeOf(input)} />
      </AroundRecords>
    </>
  );
}

const leftOut = 'This chat keeps from apps what they need. The View is told in words beside this.';
const conditions = (count: number) => (count === 1 ? 'one condition' : `${count} conditions`);
/** Whether a call asked for all fields from the first record on. */
const isWholeOf = (input: Record<string, unknown>) =>
  input['fields'] === undefined && input['cursor'] === undefined && input['limit'] === undefined;
