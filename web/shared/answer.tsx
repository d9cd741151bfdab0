import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { forgetUnseen } from '../data/cache.ts';
import { isNotHere, sentenceOf } from '../data/problems.ts';
import { useIsKnown } from '../data/queries.ts';
import { NotHere } from '../ui/not-here.tsx';
import { Failure, Waiting } from '../ui/states.tsx';

interface AnswerProps<Data> {
  readonly of: Pick<UseQueryResult<Data>, 'data' | 'error'> & { readonly refetch: () => unknown };
  /** The thing that is read, in the plural or with its article: "posts", "the document". */
  readonly what: string;
  /** A whole page, of which there is one answer for what is hidden and for what does not exist. */
  readonly isPage?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** An answer of the workspace, or in its place: the wait, what went wrong, or that nothing is here. */
export function Answer<Data>({ of: query, what, isPage = false, children }: AnswerProps<Data>) {
  if (query.error && isPage && isNotHere(query.error)) return <Withdrawn />;
  if (query.data !== undefined) {
    const drawn = children(query.data);
    return isPage ? <WholePage what={what}>{drawn}</WholePage> : drawn;
  }
  if (query.error) return <Failure sentence={sentenceOf(query.error)} retry={() => void query.refetch()} />;
  return <Waiting what={what} />;
}

/** Some parts of a page depend on who looks, and on their channels. Drawn before these are known, they would move others. */
const WholePage = ({ what, children }: { what: string; children: ReactNode }) =>
  useIsKnown() ? children : <Waiting what={what} />;

/** The page that was shown here until now is gone with its parts, and what they had read is forgotten. */
function Withdrawn() {
  useEffect(forgetUnseen, []);
  return <NotHere />;
}
