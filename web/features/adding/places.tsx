import { useQuery } from '@tanstack/react-query';
import { workspace } from '../../data/client.ts';
import { InChannel } from '../../shared/things/in-channel.tsx';
import type { Candidate } from './use-found.ts';

const mostNamed = 2;

/** The channels where something is already, which tell things of one name apart. */
export function Places({ candidate }: { candidate: Candidate }) {
  const channelIds = useChannelsOf(candidate);
  return channelIds.slice(0, mostNamed).map((id) => <InChannel key={id} id={id} />);
}

/** A search names the one channel of an artifact. Files and conversations may be in several. */
function useChannelsOf({ type, id, channelId }: Candidate): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['access', type, id, 'places'],
    queryFn: ({ signal }) => (type === 'file' ? channelsOfFile(id, signal) : channelsOfSession(id, signal)),
    enabled: type !== 'artifact',
  });
  return channelId === undefined ? data : [channelId];
}

async function channelsOfFile(fileId: string, signal: AbortSignal): Promise<readonly string[]> {
  const { file } = await workspace.files.get({ fileId }, { signal });
  return file.links.flatMap(({ targetType, targetId }) => (targetType === 'channel' ? targetId : []));
}

async function channelsOfSession(sessionId: string, signal: AbortSignal): Promise<readonly string[]> {
  const { session } = await workspace.sessions.get({ sessionId }, { signal });
  return session.channelIds;
}
