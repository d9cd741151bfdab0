import type { CallToolResult } from '@modelcontextprotocol/client';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Link } from '../ui/link.tsx';
import { Shown } from '../ui/shown.tsx';
import { Empty, Failure, Waiting } from '../ui/states.tsx';
import { refusalIn } from './calls.ts';
import styles from './frame.module.css';
import { resized } from './host.ts';
import Toasts from './stand-ins/toasts.tsx';

export interface Answered {
  readonly input: Record<string, unknown>;
  readonly result: CallToolResult;
}

/** How far the call has come that the app shows. */
export type Stage =
  | { readonly is: 'waiting' }
  | ({ readonly is: 'answered' } & Answered)
  | { readonly is: 'cancelled'; readonly reason: string | undefined }
  | { readonly is: 'failed'; readonly sentence: string };

/** The whole app: what the call answered, or why there is nothing to show. */
export function Frame({ stage, Content }: { stage: Stage; Content: ComponentType<Answered> }) {
  useEffect(() => {
    // The box of the content, because the height of the document never shrinks.
    const observer = new ResizeObserver(() => resized(Math.ceil(document.body.getBoundingClientRect().height)));
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return (
    <main className={styles.frame}>
      <Staged stage={stage} Content={Content} />
      <Toasts />
    </main>
  );
}

function Staged({ stage, Content }: { stage: Stage; Content: ComponentType<Answered> }) {
  if (stage.is === 'waiting') return <Untitled of={<Waiting what="the answer" />} />;
  if (stage.is === 'failed') return <Unshown sentence={stage.sentence} />;
  if (stage.is === 'cancelled') {
    const nothing = (
      <Empty title="The call was cancelled, so there is nothing to show.">
        <p className={styles.over}>{stage.reason && <Shown text={stage.reason} />} Ask once more to see it here.</p>
      </Empty>
    );
    return <Untitled of={nothing} />;
  }
  if (stage.result.isError) return <Unshown sentence={refusalIn(stage.result).message} />;
  return <Content input={stage.input} result={stage.result} />;
}

/** Words in place of an answer, with a title that only screen readers say. */
const Untitled = ({ of }: { of: ReactNode }) => (
  <>
    <h1 className={styles.hidden}>Workspace</h1>
    {of}
  </>
);

/** Why the answer is not shown. */
export const Unshown = ({ sentence }: { sentence: string }) => <Untitled of={<Failure sentence={sentence} />} />;

interface HeadProps {
  readonly title: string;
  readonly about: ReactNode;
  /** The page of the same thing in the workspace. */
  readonly url?: string | undefined;
}

export const Head = ({ title, about, url }: HeadProps) => (
  <header className={styles.head}>
    <div>
      <h1>
        <Shown text={title} />
      </h1>
      <p className={styles.about}>{about}</p>
    </div>
    {url !== undefined && <Link to={url}>Open in the workspace</Link>}
  </header>
);
