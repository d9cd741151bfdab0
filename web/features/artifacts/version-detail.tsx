import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Diff } from '../../read/diff.tsx';
import { Answer } from '../../shared/answer.tsx';
import { Choice } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';
import { useAddress, useShown } from './address.ts';
import { Content } from './content.tsx';
import styles from './history.module.css';
import { type Artifact, versionQuery } from '../../shared/artifacts/queries.ts';
import { diffQuery, type Version } from './queries.ts';
import { RestoreButton } from './restoring.tsx';

interface VersionDetailProps {
  readonly artifact: Artifact;
  readonly versions: readonly Version[];
  readonly versionId: string;
  /** Without one, the text of the version is read. */
  readonly compare: string | undefined;
}

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** One version: what it changed, against any other, or its text. */
export function VersionDetail({ artifact, versions, versionId, compare }: VersionDetailProps) {
  const { by } = useShown();
  const address = useAddress();
  const navigate = useNavigate();
  const version = versions.find((one) => one.versionId === versionId);
  const at = (other: string) =>
    address({ tab: 'history', version: versionId, ...(other && { compare: other }), ...(by && { by }) });
  return (
    <section className={styles.detail} aria-label={version ? `Version ${version.versionNumber}` : 'The version'}>
      <header className={styles.controls}>
        <Choice
          label="Compared with"
          value={compare ?? ''}
          onChange={({ target }) => void navigate({ href: at(target.value) })}
          options={[
            { value: '', label: 'nothing: show the whole text' },
            ...versions
              .filter((one) => one.versionId !== versionId)
              .map(({ versionId, versionNumber, createdAt }) => ({
                value: versionId,
                label: `version ${versionNumber}, ${when.format(new Date(createdAt))}`,
              })),
          ]}
        />
        <Link to={address({ version: versionId })}>Open it as a page</Link>
        {version && version.versionId !== artifact.versionId && <RestoreButton version={version} />}
      </header>
      {compare === undefined ? (
        <Text artifact={artifact} versionId={versionId} />
      ) : (
        <Comparison artifact={artifact} from={compare} to={versionId} />
      )}
    </section>
  );
}

function Text({ artifact, versionId }: { artifact: Artifact; versionId: string }) {
  const version = useQuery(versionQuery(artifact.id, versionId));
  return (
    <Answer of={version} what="the version">
      {({ content, title }) => <Content kind={artifact.kind} text={content} title={title} />}
    </Answer>
  );
}

function Comparison({ artifact, from, to }: { artifact: Artifact; from: string; to: string }) {
  const diff = useQuery(diffQuery(artifact.id, from, to));
  return (
    <Answer of={diff} what="what changed">
      {({ from, to, diff, isCut }) => (
        <>
          <h2 className={styles.heading}>
            From version {from.versionNumber} to version {to.versionNumber}
          </h2>
          {from.title !== to.title && (
            <p className={styles.title}>
              Its title was “<Shown text={from.title} />” and became “<Shown text={to.title} />
              ”.
            </p>
          )}
          <Diff diff={diff} />
          {isCut && <p className={styles.title}>There are more changes than fit here. Read the later version.</p>}
        </>
      )}
    </Answer>
  );
}
