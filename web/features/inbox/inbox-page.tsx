import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { More } from '../../shared/lists/more.tsx';
import { useAct } from '../../shared/acts/use-act.ts';
import { useAddress, wordsIn } from '../../shared/lists/use-address.ts';
import { usePages } from '../../shared/lists/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Filters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Toggle, Toggles } from '../../ui/toggles.tsx';
import { Days } from './days.tsx';
import { inboxKinds, isNews, kindOptions } from './kinds.ts';
import { seenAfterOpening } from './seen.ts';

/** All that concerns the person, newest first. */
export default function InboxPage() {
  const [address, change] = useAddress();
  const kinds = wordsIn(address.kinds, inboxKinds);
  const unseen = address.unseen === 'true' || undefined;
  const pages = usePages(['inbox', 'list', kinds, unseen], (cursor, options) =>
    workspace.inbox.list({ cursor, unseen, ...(kinds.length > 0 && { kinds }) }, options),
  );
  const { mutate: markSeen, isPending } = useAct({
    act: (until: string) => workspace.inbox.seen({ until }),
    stale: [['inbox']],
  });
  const items = (pages.data ?? []).filter((item) => !unseen || isNews(item));
  const isWhole = kinds.length === 0 && (!pages.hasNextPage || items.some(({ seen }) => seen));
  const newest = items[0];
  return (
    <Page
      title="Inbox"
      icon="inbox"
      actions={
        <Button
          icon="check"
          disabled={isPending || newest === undefined || newest.seen}
          onClick={() => markSeen(newest!.at)}
        >
          Mark all as seen
        </Button>
      }
    >
      <Filters>
        <Toggle label="Unseen" isOn={unseen ?? false} turn={(isOn) => change({ unseen: isOn ? 'true' : undefined })} />
        <Toggles
          label="Kinds"
          options={kindOptions}
          chosen={kinds}
          choose={(chosen) => change({ kinds: chosen.join(',') })}
        />
      </Filters>
      <Answer of={pages} what="your inbox">
        {() =>
          items.length === 0 ? (
            <Nothing isFiltered={kinds.length > 0} isUnseen={unseen ?? false} />
          ) : (
            <>
              <Days
                items={items}
                markSeen={markSeen}
                open={(item) => {
                  const until = isWhole && !item.seen ? seenAfterOpening(item, items) : undefined;
                  if (until !== undefined) markSeen(until);
                }}
              />
              <More of={pages} what="items" />
            </>
          )
        }
      </Answer>
    </Page>
  );
}

const Nothing = ({ isFiltered, isUnseen }: { isFiltered: boolean; isUnseen: boolean }) => (
  <Empty
    title={
      isFiltered ? 'Nothing of this kind is here.' : isUnseen ? 'You have seen everything.' : 'Your inbox is empty.'
    }
  >
    <p>
      Mentions of you, replies, comments on what you made, answers to your questions, and what is shared with you come
      here. Agents read it with the tool workspace_inbox.
    </p>
  </Empty>
);
