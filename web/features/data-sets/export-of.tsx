import type { DataSet } from '../../../schemas/data-sets.ts';
import { ExportMenu } from '../../shared/export-menu.tsx';
import { useAsked } from './asked.ts';

/** The records as they are filtered now, as a file. */
export function ExportOf({ channelId, dataSet }: { channelId: string; dataSet: DataSet }) {
  const { filters } = useAsked();
  return (
    <ExportMenu channelId={channelId} objectTypeId={dataSet.objectTypeId} {...(filters.length > 0 && { filters })} />
  );
}
