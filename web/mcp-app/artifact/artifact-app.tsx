import { useState } from 'react';
import { sentenceOf } from '../../data/problems.ts';
import { readCsv } from '../../grid/csv.ts';
import { Grid } from '../../grid/grid.tsx';
import { Diff } from '../../read/diff.tsx';
import { Markdown } from '../../read/markdown.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/states.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { answerIn, call } from '../calls.ts';
import { type Answered, Head } from '../frame.tsx';
import { hostCan } from '../host.ts';
import { learnHome } from '../places.ts';
import type { ArtifactAnswer } from './artifact-answer.ts';
import styles from './artifact-app.module.css';
import { Versions } from './versions.tsx';

/** A document, a sheet, its versions, or what differs between two of them. */
export function ArtifactApp({ result }: Answered) {
  const answer = answerIn(result) as ArtifactAnswer | undefined;
  if (!answer) return <Failure sentence="The answer holds no artifact. The agent’s words tell what it holds." />;
  const { artifact, versions, diff } = answer;
  learnHome(artifact.url);
  const kind = artifact.kind === 'csv' ? 'Sheet' : 'Document';
  const about = `${kind}, version ${artifact.versionNumber}${diff === undefined ? '' : ', and what changed to it'}`;
  return (
    <>
      <Head title={artifact.title} about={<span>{about}</span>} url={artifact.url} />
      {versions && <Versions versions={versions} />}
      {diff !== undefined && <Diff diff={diff} />}
      {artifact.content !== undefined && <Text {...artifact} content={artifact.content} />}
    </>
  );
}

type TextProps = ArtifactAnswer['artifact'] & { readonly content: string };

/** The text, a stretch at a time. */
function Text({ id, versionId, title, kind, offset = 0, ...first }: TextProps) {
  const [read, setRead] = useState({ content: first.content, nextOffset: first.nextOffset });
  const [isReading, setReading] = useState(false);
  const { content, nextOffset } = read;
  const readOn = async () => {
    setReading(true);
    try {
      const { artifact: next } = await call<ArtifactAnswer>('workspace_artifact_get', {
        artifactId: id,
        versionId,
        offset: nextOffset,
      });
      setRead({ content: content + (next.content ?? ''), nextOffset: next.nextOffset });
    } catch (error) {
      tell(sentenceOf(error));
    }
    setReading(false);
  };
  return (
    <>
      {offset > 0 && <p className={styles.part}>From byte {offset} on.</p>}
      {kind === 'csv' ? (
        <Grid
          table={readCsv(nextOffset === undefined ? content : wholeLines(content))}
          label={title}
          isWhole={nextOffset === undefined && offset === 0}
        />
      ) : (
        <div className={styles.text}>
          <Markdown text={content} look="document" />
        </div>
      )}
      {nextOffset !== undefined && (
        <p className={styles.part}>
          It goes on.{' '}
          {hostCan('serverTools') && (
            <Button onClick={() => void readOn()} disabled={isReading}>
              {isReading ? 'Reading …' : 'Read on'}
            </Button>
          )}
        </p>
      )}
    </>
  );
}

/** Without a last row that is cut. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1) || text;
