import { useEffect, useRef } from 'react';
import { forget, useOutbox } from '../../data/outbox.ts';
import { sent } from '../../data/outbox-sent.ts';
import type { Act, Said } from '../../data/said.ts';

interface Sending {
  /** Whether something on its way is this. */
  readonly isMine: (act: Act) => boolean;
  readonly stored: (answer: unknown) => void;
  readonly refused: (entry: Said) => void;
}

/** Follows what is on its way through the outbox, from this page or from an earlier one. */
export function useSending({ isMine, stored, refused }: Sending): Said | undefined {
  const entry = useOutbox().find(({ act }) => isMine(act));
  const key = useRef<string>(undefined);
  const latest = useRef({ stored, refused });
  useEffect(() => {
    latest.current = { stored, refused };
    if (!entry) return;
    if (entry.state !== 'refused' && entry.state !== 'old') key.current = entry.key;
    else void forget(entry.key).then(() => latest.current.refused(entry));
  });
  useEffect(
    () =>
      sent.subscribe(({ key: arrived, answer }) => {
        const isMine = arrived === key.current;
        if (isMine) latest.current.stored(answer);
        return isMine;
      }),
    [],
  );
  return entry;
}
