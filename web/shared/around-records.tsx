import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { pathInChannel } from '../../schemas/urls.ts';
import { isNotHere } from '../data/problems.ts';
import { type Around, AroundFields, type ReferenceType } from '../fields/around.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Person } from '../ui/person.tsx';
import { Shown } from '../ui/shown.tsx';
import styles from './around-records.module.css';
import { pickListIn } from './pickers/pick-list.tsx';
import { knownName } from './pickers/known-name.ts';
import { personOf } from './person-names.ts';
import { readReference } from './references.ts';

/** People, resources and records of a channel that values name. */
export function AroundRecords({ channel, children }: { channel: string; children: ReactNode }) {
  const around = useMemo(() => aroundOf(channel), [channel]);
  return <AroundFields value={around}>{children}</AroundFields>;
}

const aroundOf = (channel: string): Around => ({
  PersonName,
  Reference,
  PickList: pickListIn(channel),
  nameOf: knownName,
  RecordLink: ({ id, className, children }) => (
    <Link to={pathInChannel(channel, 'record', id)} className={className} data-item>
      {children}
    </Link>
  ),
});

const longLived = 300_000;

function PersonName({ id }: { id: string }) {
  const { data } = useQuery({ queryKey: ['person', id], queryFn: () => personOf(id), staleTime: longLived });
  return data ? <Person person={data} /> : <span className={styles.waiting}>…</span>;
}

function Reference({ type, id, dataSetId }: { type: ReferenceType; id: string; dataSetId?: string | undefined }) {
  const { data, error } = useQuery({
    queryKey: [type, id, 'reference'],
    queryFn: ({ signal }) => readReference[type]({ id, dataSetId, signal }),
    staleTime: longLived,
  });
  if (data) {
    return (
      <Link to={data.url} className={styles.reference}>
        <Icon name={data.icon} size={14} /> <Shown text={data.title} />
      </Link>
    );
  }
  if (!error) return <span className={styles.waiting}>…</span>;
  return (
    <span className={styles.hidden} title={`A ${type} that is deleted or not shared with this account`}>
      {isNotHere(error) ? 'no access' : 'cannot be read now'}
    </span>
  );
}
