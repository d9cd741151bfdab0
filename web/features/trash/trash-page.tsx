import type { TrashedType } from '../../../schemas/trash.ts';
import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { kinds } from '../../shared/things/kinds.ts';
import { More } from '../../shared/lists/more.tsx';
import { PickChannel } from '../../shared/lists/pick-channel.tsx';
import { useAddress, wordsIn } from '../../shared/lists/use-address.ts';
import { usePages } from '../../shared/lists/use-pages.ts';
import { Filters, Pick } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { Rows } from '../../ui/rows.tsx';
import { Empty } from '../../ui/states.tsx';
import { TrashedRow } from './trashed-row.tsx';

const types: readonly TrashedType[] = ['artifact', 'file', 'session', 'record', 'view', 'data_set', 'channel'];
const typeOptions = types.map((value) => ({ value, label: kinds[value].many }));

/** Deleted things that can come back. */
export default function TrashPage() {
  const [{ type: named, channel }, change] = useAddress();
  const [type] = wordsIn(named, types);
  const pages = usePages(['trash', type, channel], async (cursor, options) => {
    const { trash, nextCursor } = await workspace.trash.list({ type, channelId: channel, cursor }, options);
    return { items: trash, nextCursor };
  });
  const isFiltered = type !== undefined || channel !== undefined;
  return (
    <Page title="Trash" icon="trash">
      <Filters>
        <Pick
          label="Kind"
          all="All kinds"
          options={typeOptions}
          value={type}
          pick={(picked) => change({ type: picked })}
        />
        <PickChannel value={channel} pick={(picked) => change({ channel: picked })} />
      </Filters>
      <Answer of={pages} what="the trash">
        {(entries) =>
          entries.length === 0 ? (
            <Empty title={isFiltered ? 'Nothing of this kind is in the trash.' : 'The trash is empty.'}>
              <p>
                Deleted things come here, as far as you may restore them. They are deleted for good after some time: 30
                days, unless the operator of this workspace chose another.
              </p>
            </Empty>
          ) : (
            <>
              <Rows label="Deleted things">
                {entries.map((entry) => (
                  <TrashedRow key={entry.id} entry={entry} />
                ))}
              </Rows>
              <More of={pages} what="deleted things that you may restore" />
            </>
          )
        }
      </Answer>
    </Page>
  );
}
