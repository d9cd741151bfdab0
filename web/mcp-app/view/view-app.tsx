import { useEffect, useState } from 'react';
import { sentenceOf } from '../../data/problems.ts';
import { Waiting } from '../../ui/states.tsx';
import { Shown } from '../../ui/shown.tsx';
import { AroundRecords } from '../around.tsx';
import { answerIn, isForApp } from '../calls.ts';
import { type Answered, Head, Unshown } from '../frame.tsx';
import { learnHome } from '../places.ts';
import { Content } from './content.tsx';
import { type AskedView, readView } from './read-view.ts';
import type { ViewAnswer } from './view-answer.ts';

/** A View as the call answered it. It is read anew where what apps need was left out. */
export function ViewApp({ input, result }: Answered) {
  // Other arguments say how much of it a model wanted.
  const { channelId, viewId, filters } = input as unknown as AskedView;
  const [answer, setAnswer] = useState(() => (isForApp(result) ? (answerIn(result) as ViewAnswer) : undefined));
  const [mistake, setMistake] = useState<string>();
  useEffect(() => {
    if (answer) return;
    readView({ channelId, viewId, filters }).then(setAnswer, (error: unknown) => setMistake(sentenceOf(error)));
  }, [answer, channelId, viewId, filters]);
  if (mistake !== undefined) return <Unshown sentence={mistake} />;
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

const conditions = (count: number) => (count === 1 ? 'one condition' : `${count} conditions`);
/** Whether a call asked for all fields from the first record on. */
const isWholeOf = (input: Record<string, unknown>) =>
  input['fields'] === undefined && input['cursor'] === undefined && input['limit'] === undefined;
