import { RecordsFoot } from '../../shared/records-foot.tsx';
import { hostCan } from '../host.ts';
import { mostRecords, type useData } from './use-data.ts';

/** Whether the records above are all there are, and the way to the next ones. */
export function Foot({ reading: { data, isReading, more } }: { reading: ReturnType<typeof useData> }) {
  const shown = data.records?.length ?? 0;
  const isAll = data.nextCursor === undefined;
  const canRead = hostCan('serverTools') && shown < mostRecords;
  return (
    <RecordsFoot {...{ shown, isReading }} total={undefined} hasMore={!isAll} readMore={canRead ? more : undefined} />
  );
}
