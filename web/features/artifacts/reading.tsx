import { useQuery } from '@tanstack/react-query';
import { Answer } from '../../shared/answer.tsx';
import { AttachedTo, channelsOf } from '../../shared/attached-to.tsx';
import { useTalkChannel } from '../../talk/use-talk-channel.ts';
import { Comments } from '../../talk/comments.tsx';
import { useShown } from './address.ts';
import { AgentBar } from './agent-bar.tsx';
import { Content } from './content.tsx';
import { type Artifact, versionQuery } from '../../shared/artifacts/queries.ts';
import { useTicks } from '../../shared/artifacts/use-ticks.ts';
import { VersionBar } from './version-bar.tsx';

/** The text as it stands, or as an older version had it. */
export function Reading({ artifact }: { artifact: Artifact }) {
  const { version } = useShown();
  const channel = useTalkChannel([artifact.channelId, ...channelsOf(artifact.links)]);
  const { text, tick } = useTicks(artifact);
  if (version !== undefined && version !== artifact.versionId) return <Older artifact={artifact} versionId={version} />;
  return (
    <>
      <AgentBar artifact={artifact} />
      <Content kind={artifact.kind} text={text} title={artifact.title} tick={tick} />
      <AttachedTo links={artifact.links} isCut={artifact.linksCut} />
      {channel && <Comments channel={channel} type="artifact" id={artifact.id} />}
    </>
  );
}

function Older({ artifact, versionId }: { artifact: Artifact; versionId: string }) {
  const version = useQuery(versionQuery(artifact.id, versionId));
  return (
    <Answer of={version} what="the version">
      {(version) => (
        <>
          <VersionBar artifact={artifact} version={version} />
          <Content kind={artifact.kind} text={version.content} title={version.title} />
        </>
      )}
    </Answer>
  );
}
