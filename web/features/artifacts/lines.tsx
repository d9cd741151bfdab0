import { useQuery } from '@tanstack/react-query';
import type { WrittenLine } from '../../read/blame.ts';
import { Answer } from '../../shared/answer.tsx';
import { bytesText } from '../../ui/bytes.ts';
import { Link } from '../../ui/link.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useAddress } from './address.ts';
import { isByAgent } from './agents.ts';
import styles from './lines.module.css';
import { authorsQuery, mostBytes } from './lines-query.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import type { Version } from './queries.ts';

/** The lines of a document, each beside the person or agent who wrote it. */
export default function Lines({ artifact }: { artifact: Artifact }) {
  const isTooLarge = artifact.size > mostBytes;
  const authors = useQuery({ ...authorsQuery(artifact.id, artifact.versionId), enabled: !isTooLarge });
  if (isTooLarge)
    return (
      <Empty title={`The document is larger than ${bytesText(mostBytes)}, so nobody is named beside its lines.`}>
        <p>Its history tells who changed what.</p>
      </Empty>
    );
  return (
    <Answer of={authors} what="who wrote what">
      {({ lines, versions, isBounded }) => (
        <>
          {isBounded && (
            <p className={styles.bound}>
              The last {versions.length} versions were compared. A line of version {versions[0]!.versionNumber} may be
              older.
            </p>
          )}
          <div className={styles.lines} role="table" aria-label="Lines and who wrote them">
            {stretchesOf(lines).map(({ by, first, texts }) => (
              <Stretch key={first} version={versions[by]!} first={first} texts={texts} />
            ))}
          </div>
        </>
      )}
    </Answer>
  );
}

interface StretchOfLines {
  readonly by: number;
  /** Line number of the first one. */
  readonly first: number;
  readonly texts: string[];
}

/** Lines one after the other that came with one version. A blank line goes with those above it. */
function stretchesOf(lines: readonly WrittenLine[]): StretchOfLines[] {
  const stretches: StretchOfLines[] = [];
  for (const [index, { text, by }] of lines.entries()) {
    const last = stretches.at(-1);
    if (last && (last.by === by || text.trim() === '')) last.texts.push(text);
    else stretches.push({ by, first: index + 1, texts: [text] });
  }
  return stretches;
}

function Stretch({ version, first, texts }: { version: Version } & Omit<StretchOfLines, 'by'>) {
  const address = useAddress();
  return (
    <div className={styles.stretch} role="row" data-agent={isByAgent(version) || undefined}>
      <div className={styles.author} role="rowheader">
        <Person person={version.createdBy} via={version.via} />
        <span className={styles.when}>
          <Link to={address({ tab: 'history', version: version.versionId })}>version {version.versionNumber}</Link>,{' '}
          <Time at={version.createdAt} />
        </span>
      </div>
      <div role="cell">
        <ol className={styles.texts} start={first}>
          {texts.map((text, index) => (
            <li key={index} value={first + index}>
              <Shown text={text} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
