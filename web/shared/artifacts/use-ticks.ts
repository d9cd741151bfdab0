import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { cache } from '../../data/cache.ts';
import { useConnection } from '../../data/connection.ts';
import { forget, queue, takeBack, useOutbox } from '../../data/outbox.ts';
import { useMe } from '../../data/queries.ts';
import { sent } from '../../data/outbox-sent.ts';
import type { OutboxEntry, TicksAct } from '../../data/outbox-entry.ts';
import { isMark, ticked } from '../../read/marks.ts';
import { useMayEdit } from './may-edit.ts';
import type { Artifact } from './queries.ts';
import { tell } from '../../ui/overlays/toast.tsx';

/** How each box that the person touched shall be, by the place of its mark in the text. */
type Ticks = ReadonlyMap<number, boolean>;
const none: Ticks = new Map();

/**
 * A document with its boxes as the person left them, and how to tick one. Each changes one byte of the version that is
 * read. Boxes that are touched while others are on their way follow these.
 */
export function useTicks(artifact: Artifact) {
  const { id: artifactId, versionId, channelId = '', content } = artifact;
  const by = useMe()?.userId;
  const isLost = useConnection() === 'lost';
  const mayEdit = useMayEdit(artifact);
  const entry = useOutbox().find(({ act }) => act.kind === 'ticks' && act.artifactId === artifactId);
  const [ticks, setTicks] = useState(none);
  const isBeingSaid = useRef(false);
  const said = useRef<{ readonly key: string; readonly ticks: Ticks }>(undefined);

  useEffect(() => {
    if (entry || by === undefined || isBeingSaid.current) return;
    const wanted = [...ticks].filter(([at, isDone]) => isMark(content, at) && isDoneIn(content, at) !== isDone);
    if (wanted.length === 0) return;
    const act: TicksAct = { kind: 'ticks', artifactId, expectedVersionId: versionId, ticks: inBytes(content, wanted) };
    isBeingSaid.current = true;
    void queue(by, { channelId, subject: { type: 'artifact', id: artifactId } }, act)
      .then(
        (key) => (said.current = { key, ticks }),
        () => {
          setTicks(none);
          tell('This browser keeps nothing for the page, so the box cannot be ticked here.');
        },
      )
      .finally(() => (isBeingSaid.current = false));
  }, [entry, ticks, by, artifactId, versionId, channelId, content]);

  // The text holds stored boxes. Only boxes that were touched since are left.
  useEffect(
    () =>
      sent.subscribe(({ key }) => {
        const stored = said.current;
        if (key !== stored?.key) return false;
        setTicks((now) => new Map([...now].filter(([at, isDone]) => stored.ticks.get(at) !== isDone)));
        return true;
      }),
    [],
  );

  const isKept = entry?.state === 'queued' && isLost;
  useEffect(() => {
    if (isKept) tell('Kept on this machine. It is saved once the workspace can be reached.');
  }, [isKept]);

  const givenUp = useRef<string>(undefined);
  useEffect(() => {
    if (entry?.state !== 'refused' || entry.key === givenUp.current) return;
    givenUp.current = entry.key;
    // Let go before the act is forgotten: a box that is still touched would be sent again.
    setTicks(none);
    void giveUp(entry);
  }, [entry]);

  const tick = useCallback(
    (at: number, isDone: boolean) => {
      setTicks((now) => new Map(now).set(at, isDone));
      // Boxes that wait for the workspace go together.
      if (entry?.state === 'queued' && entry.key === said.current?.key) void takeBack(entry.key);
    },
    [entry],
  );
  const text = useMemo(
    () => [...ticks].reduce((now, [at, isDone]) => ticked(now, at, isDone), content),
    [content, ticks],
  );
  return { text, tick: mayEdit && by !== undefined ? tick : undefined };
}

async function giveUp({ key, code, refusal, act }: OutboxEntry): Promise<void> {
  await forget(key);
  if (act.kind === 'ticks') await cache.invalidateQueries({ queryKey: ['artifact', act.artifactId] });
  tell(code === 'version_conflict' ? changedFirst : `The box is as it was. ${refusal}`);
}

const changedFirst = 'The document was changed first, and is shown as it stands now. Tick the box again.';

const isDoneIn = (text: string, at: number): boolean => /[xX]/.test(text.charAt(at));

const bytes = new TextEncoder();

/** The workspace counts bytes, a string counts halves of its characters. */
const inBytes = (text: string, ticks: readonly (readonly [number, boolean])[]): TicksAct['ticks'] =>
  ticks.toSorted(([a], [b]) => a - b).map(([at, isDone]) => ({ at: bytes.encode(text.slice(0, at)).length, isDone }));
