import { useState } from 'react';
import { sentenceOf } from '../../data/problems.ts';
import { readCsv } from '../../grid/csv.ts';
import { Grid } from '../../grid/grid.tsx';
import { Diff } from '../../read/diff.tsx';
import { Markdown } from '../../read/markdown.tsx';
import { Button } from '../../ui/button.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { answerIn, call } from '../calls.ts';
import { type Answered, Head, Unshown } from '../frame.tsx';
import { hostCan } from '../host.ts';
import { learnHome } from '../places.ts';
import { type ArtifactAnswer, continued } from './artifact-answer.ts';
import styles from './artifact-app.module.css';
import { Versions } from './versions.tsx';

/** A document, a sheet, its versions, or what differs between two of them. */
export function ArtifactApp({ input, result }: Answered) {
  const answer = answerIn(result) as ArtifactAnswer | undefined;
  if (!answer?.artifact)
    return <Unshown sentence="The answer holds no artifact. The agent’s words tell what it holds." />;
  return <Read input={input} first={answer} />;
}

/** The stretches that were read, and the way to the next one. */
function Read({ input, first }: { input: object; first: ArtifactAnswer }) {
  const [answer, setAnswer] = useState(first);
  const [isReading, setReading] = useState(false);
  const { artifact, versions, diff, nextOffset = artifact.nextOffset, nextCursor: cursor } = answer;
  const goesOn = nextOffset !== undefined || cursor !== undefined;
  const readOn = async () => {
    setReading(true);
    try {
      const further =
        nextOffset === undefined
          ? { ...input, diffFrom: undefined, cursor }
          : { ...input, versions: undefined, versionId: artifact.versionId, offset: nextOffset };
      setAnswer(continued(answer, await call<ArtifactAnswer>('workspace_artifact_get', further)));
    } catch (error) {
      tell(sentenceOf(error));
    }
    setReading(false);
  };
  learnHome(artifact.url);
  const kind = artifact.kind === 'csv' ? 'Sheet' : 'Document';
  const about = `${kind}, version ${artifact.versionNumber}${diff === undefined ? '' : ', and what changed to it'}`;
  return (
    <>
      <Head title={artifact.title} about={<span>{about}</span>} url={artifact.url} />
      {versions && <Versions versions={versions} />}
      {diff !== undefined && <Diff diff={diff} />}
      {artifact.content !== undefined && <Text {...artifact} content={artifact.content} isCut={goesOn} />}
      {goesOn && (
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

type TextProps = ArtifactAnswer['artifact'] & { readonly content: string; readonly isCut: boolean };

function Text({ title, kind, offset = 0, content, isCut }: TextProps) {
  return (
    <>
      {offset > 0 && <p className={styles.part}>From byte {offset} on.</p>}
      {kind === 'csv' ? (
        <Grid table={readCsv(isCut ? wholeLines(content) : content)} label={title} isWhole={!isCut && offset === 0} />
      ) : (
        <div className={styles.text}>
          <Markdown text={content} look="document" />
        </div>
      )}
    </>
  );
}

/** Without a last row that is cut. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1) || text;
