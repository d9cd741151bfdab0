import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Channel } from '../../../schemas/channels.ts';
import { channelQuery, useMe } from '../../data/queries.ts';
import { ownDraft } from '../../shared/artifacts/own-draft.ts';
import { readCsv } from '../../grid/csv.ts';
import { sheetOf } from '../../grid/model/kept.ts';
import { MayNotAdd } from '../../shared/adding/may-not-add.tsx';
import { Answer } from '../../shared/answer.tsx';
import { Page } from '../../ui/page.tsx';
import { keeperOf } from './draft-keeper.ts';
import { NewSheet } from './new-sheet.tsx';
import { fresh, newestDraft, openingKey, type SheetDraft, useForgetOpening } from './opening.ts';

/** A new sheet of a channel: what this browser kept of it, else an empty one. */
export default function NewSheetPage() {
  const { channel: named } = useParams({ strict: false }) as { channel: string };
  const channel = useQuery(channelQuery(named));
  return (
    <Answer of={channel} what="the channel" isPage>
      {(channel) => <Kept key={channel.id} channel={channel} />}
    </Answer>
  );
}

const empty = readCsv('');

function Kept({ channel }: { channel: Channel }) {
  /** A person who has begun goes on, even if the right is withdrawn meanwhile. */
  const mayAdd = channel.role !== 'reader';
  const [hasBegun, setBegun] = useState(mayAdd);
  if (mayAdd && !hasBegun) setBegun(true);
  const by = useMe()?.userId;
  useForgetOpening(channel.id, by);
  const opened = useQuery({
    queryKey: openingKey(channel.id, by),
    queryFn: async () => {
      const draft = await newestDraft(by!, channel.id);
      const { kept = [], columns = 0, title = '' } = draft?.content ?? {};
      const own = ownDraft<SheetDraft>({ by: by!, kind: 'sheet', of: channel.id }, draft);
      const sheet = sheetOf(empty, kept, columns);
      return { keeper: keeperOf(own, { version: fresh, sheet, title }), sheet, title, draft };
    },
    enabled: by !== undefined,
    gcTime: 0,
    staleTime: 'static',
  });
  return (
    <Answer of={opened} what="the sheet">
      {(found) =>
        hasBegun || found.draft ? (
          <NewSheet
            key={opened.dataUpdatedAt}
            channel={channel}
            opened={found}
            by={by!}
            mayAdd={mayAdd}
            reopen={() => void opened.refetch()}
          />
        ) : (
          <Page title="New sheet" icon="sheet">
            <MayNotAdd slug={channel.slug} />
          </Page>
        )
      }
    </Answer>
  );
}
