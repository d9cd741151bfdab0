import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../schemas/limits.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { Pick } from '../../ui/filters.tsx';

interface PickPersonProps {
  readonly value: string | undefined;
  readonly pick: (userId: string | undefined) => void;
}

/** Leaves what one person did. Where there are very many people, the page of a person leads here too. */
export function PickPerson({ value, pick }: PickPersonProps) {
  const { data } = useQuery({
    queryKey: ['people', 'to-pick'],
    queryFn: ({ signal }) => workspace.people.list({ limit: limits.pageMost }, { signal }),
  });
  const people = (data?.people ?? []).map(({ id, name }) => ({ value: id, label: shownOnLine(name) }));
  const isKnown = value === undefined || people.some((person) => person.value === value);
  const options = isKnown ? people : [...people, { value, label: 'One person' }];
  return <Pick label="By" all="Everybody" options={options} value={value} pick={pick} />;
}
