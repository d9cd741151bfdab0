import type { Columns } from './terminal/output.ts';

/** The target of an attachment, as options of the command line. */
export interface Destination {
  readonly channel?: string;
  readonly session?: string;
  readonly record?: string;
}

export const placementOf = ({ channel, session, record }: Destination) => ({
  ...(channel !== undefined && { channelId: channel }),
  ...(session !== undefined && { sessionId: session }),
  ...(record !== undefined && { recordId: record }),
});

/** The caller gives exactly one of them. */
export function targetOf<Type extends keyof Destination>(destination: Pick<Destination, Type>) {
  const [[targetType, targetId]] = Object.entries(destination) as [[Type, string]];
  return { targetType, targetId };
}

interface Linked {
  readonly links: readonly { readonly targetType: string; readonly targetId: string }[];
}

export const attachedTo: Columns<Linked> = {
  'ATTACHED TO': ({ links }) => links.map(({ targetType, targetId }) => `${targetType} ${targetId}`).join(', '),
};
