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
    const observer = new ResizeObserver(() => {
      const { width, height } = document.body.getBoundingClientRect();
      resized(Math.ceil(width), Math.ceil(height));
    });
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
  if (stage.is === 'waiting') return <Waiting what="the answer" />;
  if (stage.is === 'failed') return <Failure sentence={stage.sentence} />;
  if (stage.is === 'cancelled') {
    return (
      <Empty title="The call was cancelled, so there is nothing to show.">
        <p className={styles.over}>{stage.reason && <Shown text={stage.reason} />} Ask once more to see it here.</p>
      </Empty>
    );
  }
  if (stage.result.isError) return <Failure sentence={refusalIn(stage.result).message} />;
  return <Content input={stage.input} result={stage.result} />;
}

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
