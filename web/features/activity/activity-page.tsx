import type { ActivityType } from '../../../schemas/activity.ts';
import { Answer } from '../../shared/answer.tsx';
import { Changes } from '../../shared/changes/changes.tsx';
import { useChanges } from '../../shared/changes/use-changes.ts';
import { kinds } from '../../shared/things/kinds.ts';
import { More } from '../../shared/lists/more.tsx';
import { PickChannel } from '../../shared/lists/pick-channel.tsx';
import { useAddress, wordsIn } from '../../shared/lists/use-address.ts';
import { Filters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Toggles } from '../../ui/toggles.tsx';
import { PickAgent, throughOf } from './pick-agent.tsx';
import { PickPerson } from '../../shared/lists/pick-person.tsx';

const types: readonly ActivityType[] = [
  'post',
  'comment',
  'artifact',
  'file',
  'record',
  'data_set',
  'view',
  'session',
  'channel',
];
const typeOptions = types.map((value) => ({ value, label: kinds[value].many }));

/** The changes that the person may see, the last one first. */
export default function ActivityPage() {
  const [{ by, agent, through, channel, types: named }, change] = useAddress();
  const chosen = wordsIn(named, types);
  const pages = useChanges({
    actorId: by,
    agent,
    ...throughOf(through),
    channelId: channel,
    ...(chosen.length > 0 && { types: chosen }),
  });
  const isFiltered = [by, agent, through, channel, named].some((filter) => filter !== undefined);
  return (
    <Page title="Activity" icon="activity" about="What changed that you may see, the last change first">
      <Filters>
        <PickPerson value={by} pick={(picked) => change({ by: picked })} />
        <PickAgent agent={agent} through={through} changes={pages.data ?? []} pick={change} />
        <PickChannel value={channel} pick={(picked) => change({ channel: picked })} />
        <Toggles
          label="Kinds"
          options={typeOptions}
          chosen={chosen}
          choose={(now) => change({ types: now.join(',') })}
        />
      </Filters>
      <Answer of={pages} what="what changed">
        {(changes) =>
          changes.length === 0 ? (
            <Empty title={isFiltered ? 'No such change.' : 'Nothing has changed yet.'}>
              <p>
                Changes by people and agents come here as they happen. Agents follow them with the tool
                workspace_activity, the command line with <code>workspace watch</code>.
              </p>
            </Empty>
          ) : (
            <>
              <Changes changes={changes} />
              <More of={pages} what="changes" from="last" />
            </>
          )
        }
      </Answer>
    </Page>
  );
}
