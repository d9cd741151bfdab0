import type { ReactNode } from 'react';
import type { SearchResult } from '../../../schemas/search.ts';
import { Person } from '../../ui/person.tsx';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { FoundPicture, isNamedAsPicture } from './found-picture.tsx';
import { InChannel } from './in-channel.tsx';
import { iconOfThing } from './kinds.ts';

const isPicture = ({ type, title }: SearchResult) => type === 'file' && isNamedAsPicture(title);

/** Something that a search found: what it is, who changed it last, where and when. */
export const ThingRow = ({ thing, children }: { thing: SearchResult; children?: ReactNode }) => (
  <Row
    to={thing.url}
    {...(isPicture(thing) ? { lead: <FoundPicture id={thing.id} /> } : { icon: iconOfThing(thing) })}
    title={<Shown text={thing.title} />}
    about={
      <>
        <Person person={thing.actor} via={thing.via} />
        {thing.channelId === undefined ? 'in no channel' : <InChannel id={thing.channelId} />}
        <Time at={thing.at} />
      </>
    }
  >
    {children}
  </Row>
);
