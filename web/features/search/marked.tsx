import { Fragment } from 'react';
import { Shown } from '../../ui/shown.tsx';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A text with some of its parts marked. */
export const Marked = ({ text, places }: { text: string; places: readonly Place[] }) => {
  const ends = [0, ...places.map(({ end }) => end)];
  return (
    <>
      {places.map(({ start, end }, index) => (
        <Fragment key={start}>
          <Shown text={text.slice(ends[index], start)} />
          <mark>
            <Shown text={text.slice(start, end)} />
          </mark>
        </Fragment>
      ))}
      <Shown text={text.slice(ends.at(-1))} />
    </>
  );
};
