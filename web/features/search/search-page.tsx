import { useDeferredValue } from 'react';
import type { SearchType } from '../../../schemas/search.ts';
import { kinds } from '../../shared/things/kinds.ts';
import { PickChannel } from '../../shared/lists/pick-channel.tsx';
import { SearchField } from '../../shared/lists/search-field.tsx';
import { useAddress, wordsIn } from '../../shared/lists/use-address.ts';
import { Filters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { Toggles } from '../../ui/toggles.tsx';
import { Results } from './results.tsx';

const types: readonly SearchType[] = ['artifact', 'post', 'file', 'record', 'session'];
const typeOptions = types.map((value) => ({ value, label: kinds[value].many }));

/** Full-text search, whose words and filters are in the address. */
export default function SearchPage() {
  const [{ q = '', types: named, channel }, change] = useAddress();
  const asked = useDeferredValue(q.trim());
  const chosen = wordsIn(named, types);
  return (
    <Page title="Search" icon="search">
      <search>
        <SearchField label="Words to search for" q={q} search={(words) => change({ q: words })} isFocused />
        <Filters>
          <Toggles
            label="Kinds"
            options={typeOptions}
            chosen={chosen}
            choose={(now) => change({ types: now.join(',') })}
          />
          <PickChannel value={channel} pick={(picked) => change({ channel: picked })} />
        </Filters>
      </search>
      <Results q={asked} types={chosen} channelId={channel} />
    </Page>
  );
}
