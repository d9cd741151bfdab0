import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { pathInChannel, resourcePath } from '../../schemas/urls.ts';
import { type Around, AroundFields, type ReferenceType } from '../fields/around.ts';
import { Link } from '../ui/link.tsx';
import { Shown } from '../ui/shown.tsx';
import { nameOf, readName } from './names.ts';

/** People, resources and records of a channel that values name. */
export function AroundRecords({ channel, children }: { channel: string; children: ReactNode }) {
  const around = useMemo(() => aroundOf(channel), [channel]);
  return <AroundFields value={around}>{children}</AroundFields>;
}

const aroundOf = (channel: string): Around => ({
  PersonName: ({ id }) => <Named type="user" id={id} channel={channel} to={`/people/${id}`} />,
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
  readonly type: ReferenceType | 'user';
  readonly id: string;
  readonly channel: string;
  readonly to: string;
}

/** The name behind an ID once it is read. What may not be seen stays its ID. */
function Named({ type, id, channel, to }: NamedProps) {
  const [name, setName] = useState(() => nameOf(type, id));
  useEffect(() => {
    let isShown = true;
    readName(type, id, channel).then(
      (found) => isShown && setName(found),
      () => {},
    );
    return () => void (isShown = false);
  }, [type, id, channel]);
  return (
    <Link to={to}>
      <Shown text={name ?? id} />
    </Link>
  );
}
