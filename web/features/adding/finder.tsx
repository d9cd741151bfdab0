import { useDeferredValue } from 'react';
import type { Channel } from '../../../schemas/channels.ts';
import { PickPerson } from '../../shared/lists/pick-person.tsx';
import { SearchField } from '../../shared/lists/search-field.tsx';
import { useAddress, wordsIn } from '../../shared/lists/use-address.ts';
import { kinds } from '../../shared/things/kinds.ts';
import { Filters, Pick } from '../../ui/filters.tsx';
import { Toggles } from '../../ui/toggles.tsx';
import styles from './add-page.module.css';
import { Found } from './found.tsx';
import { type Addable, addable } from './attach.ts';

const kindOptions = addable.map((value) => ({ value, label: kinds[value].many }));

const times = [
  { value: '1', label: 'Last day' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '365', label: 'Last year' },
];

/** Finds by name, kind, person and time. All of it is in the address. */
export function Finder({ channel }: { channel: Channel }) {
  const [{ q = '', kinds: named, by, days }, change] = useAddress();
  const words = useDeferredValue(q.trim());
  const types: readonly Addable[] = wordsIn(named, addable);
  return (
    <>
      <p className={styles.intro}>Nothing is copied: what you add stays where it is, and is found here too.</p>
      <search>
        <SearchField label="Name, or words in it" q={q} search={(now) => change({ q: now })} isFocused />
        <Filters>
          <Toggles
            label="Kinds"
            options={kindOptions}
            chosen={types}
            choose={(chosen) => change({ kinds: chosen.join(',') })}
          />
          <PickPerson value={by} pick={(person) => change({ by: person })} />
          <Pick label="Changed" all="Any time" options={times} value={days} pick={(some) => change({ days: some })} />
        </Filters>
      </search>
      <Found
        channel={channel}
        asked={{
          q: words,
          types: types.length > 0 ? types : addable,
          by,
          days: days === undefined ? undefined : Number(days),
        }}
      />
    </>
  );
}
