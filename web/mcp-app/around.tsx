import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { pathInChannel, resourcePath } from '../../schemas/urls.ts';
import { type Around, AroundFields, type PickedType, type ReferenceType } from '../fields/around.ts';
import { Link } from '../ui/link.tsx';
import { Person } from '../ui/person.tsx';
import { Shown } from '../ui/shown.tsx';
import { nameOf, readName } from './names.ts';

/** People, resources and records of a channel that values name. */
export function AroundRecords({ channel, children }: { channel: string; children: ReactNode }) {
  const around = useMemo(() => aroundOf(channel), [channel]);
  return <AroundFields value={around}>{children}</AroundFields>;
}

const aroundOf = (channel: string): Around => ({
  PersonName: ({ id }) => {
    const name = useName('user', id, channel);
    return <Person person={{ id, name }} />;
  },
  Reference: ({ type, id }) => <Named {...{ type, id, channel }} to={pathOf(channel, type, id)} />,
  PickList: () => null,
  nameOf,
  RecordLink: ({ id, className, children }) => (
    <Link to={pathInChannel(channel, 'record', id)} className={className}>
      {children}
    </Link>
  ),
});

const pathOf = (channel: string, type: ReferenceType, id: string): string =>
  type === 'record' ? pathInChannel(channel, 'record', id) : resourcePath(type, id);

interface NamedProps {
  readonly type: ReferenceType;
  readonly id: string;
  readonly channel: string;
  readonly to: string;
}

const Named = ({ type, id, channel, to }: NamedProps) => (
  <Link to={to}>
    <Shown text={useName(type, id, channel)} />
  </Link>
);

/** The name behind an ID once it is read. Hidden things stay IDs. */
function useName(type: PickedType, id: string, channel: string): string {
  const [name, setName] = useState(() => nameOf(type, id));
  useEffect(() => {
    let isShown = true;
    readName(type, id, channel).then(
      (found) => isShown && setName(found),
      () => {},
    );
    return () => void (isShown = false);
  }, [type, id, channel]);
  return name ?? id;
}
