import { useEffect, useRef } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons } from '../../ui/form.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './uploads.module.css';

interface NameQuestionProps {
  /** The name that the agent asked for. */
  readonly asked: string;
  readonly files: readonly File[];
  readonly answer: (isSent: boolean) => void;
}

/** Asks whether files of another name shall be sent. Nothing of them is sent before. */
export function NameQuestion({ asked, files, answer }: NameQuestionProps) {
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), []);
  const names = files.map(({ name }) => shownOnLine(name)).join(', ');
  return (
    <div ref={question} className={styles.question} role="group" aria-label="Another name" tabIndex={-1}>
      <p role="alert">
        The agent asked for <Shown text={asked} />. Send <Shown text={names} /> in its place? The agent may look for the
        name that it asked for.
      </p>
      <Buttons>
        <Button onClick={() => answer(false)}>Do not send it</Button>
        <Button look="primary" onClick={() => answer(true)}>
          Send it
        </Button>
      </Buttons>
    </div>
  );
}
