import { RecordsFoot } from '../../shared/records-foot.tsx';
import { Failure, Waiting } from '../../ui/states.tsx';
import { hostCan } from '../host.ts';
import { mostRecords, type useData } from './use-data.ts';

/** Whether the records above are all there are, and the way to the next ones. */
export function Foot({ reading }: { reading: ReturnType<typeof useData> }) {
  const { data, isReading, isOther, failure, again, more } = reading;
  if (failure !== undefined) return <Failure sentence={failure} retry={hostCan('serverTools') ? again : undefined} />;
  if (isOther) return <Waiting what="records" />;
  const shown = data.records?.length ?? 0;
  const isAll = data.nextCursor === undefined;
  const canRead = hostCan('serverTools') && shown < mostRecords;
  return (
    <RecordsFoot {...{ shown, isReading }} total={undefined} hasMore={!isAll} readMore={canRead ? more : undefined} />
  );
}
