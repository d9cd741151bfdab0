import { Autocomplete } from '@base-ui/react/autocomplete';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import { sentenceOf } from '../../data/problems.ts';
import type { PickedType, PickListProps } from '../../fields/around.ts';
import { Icon } from '../../ui/icon.tsx';
import { Failure } from '../../ui/states.tsx';
import { Shown } from '../../ui/shown.tsx';
import { type Candidate, findCandidates } from './candidates.ts';
import { MakeNew } from './make-new.tsx';
import styles from './pickers.module.css';

const sought: Record<PickedType, string> = {
  user: 'a person by name',
  record: 'a record by its title',
  file: 'a file by its name',
  artifact: 'a document or sheet by its title',
  session: 'a conversation by its title',
};

/** Finds what is picked by its words. Arrow keys move, and Enter picks. */
export function PickIn({ type, picked, pick, dataSetId, channelId }: PickListProps & { readonly channelId: string }) {
  const [q, setQ] = useState('');
  const found = useQuery({
    queryKey: [`${type}s`, 'to-pick', dataSetId, q.trim()],
    queryFn: ({ signal }) => findCandidates[type]({ q: q.trim(), dataSetId, signal }),
    placeholderData: keepPreviousData,
  });
  const items = found.data ?? [];
  return (
    <>
      <Autocomplete.Root
        open
        inline
        items={items}
        value={q}
        onValueChange={setQ}
        mode="none"
        autoHighlight="always"
        keepHighlight
        itemToStringValue={({ label }: Candidate) => label}
      >
        <Autocomplete.Input
          className={styles.search}
          aria-label={`Find ${sought[type]}`}
          placeholder={`Find ${sought[type]}`}
        />
        <Autocomplete.List className={styles.list}>
          {(candidate: Candidate) => (
            <Autocomplete.Item
              key={candidate.id}
              value={candidate}
              className={styles.item}
              aria-label={named(candidate, picked)}
              onClick={() => pick(candidate.id)}
            >
              <Icon name={picked.includes(candidate.id) ? 'check' : candidate.icon} />
              <span className={styles.label}>
                <Shown text={shownOnLine(candidate.label)} />
              </span>
              <span className={styles.note}>{candidate.note}</span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
      {found.data?.length === 0 && <p className={styles.note}>Nothing is found by these words.</p>}
      {found.error && <Failure sentence={sentenceOf(found.error)} />}
      {type !== 'user' && <MakeNew type={type} title={q.trim()} place={{ channelId, dataSetId }} made={pick} />}
    </>
  );
}

const named = ({ id, label, note }: Candidate, picked: readonly string[]): string =>
  [shownOnLine(label), note, picked.includes(id) ? 'picked' : undefined].filter(Boolean).join(', ');
