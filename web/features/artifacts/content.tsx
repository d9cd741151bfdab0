import { useMemo } from 'react';
import { Grid } from '../../grid/grid.tsx';
import { readCsv } from '../../grid/csv.ts';
import type { Tick } from '../../read/context.ts';
import { DocumentText } from '../../read/document.tsx';
import { Outline } from '../../read/outline.tsx';
import { WithPictures } from '../../shared/things/with-pictures.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './artifact.module.css';
import type { Artifact } from '../../shared/artifacts/queries.ts';

interface ContentProps {
  readonly kind: Artifact['kind'];
  readonly text: string;
  readonly title: string;
  readonly tick?: Tick | undefined;
}

/** A document as prose, a sheet as a table. */
export const Content = ({ kind, text, title, tick }: ContentProps) =>
  kind === 'csv' ? <Sheet text={text} title={title} /> : <Document text={text} tick={tick} />;

const Document = ({ text, tick }: Pick<ContentProps, 'text' | 'tick'>) =>
  text.trim() === '' ? (
    <Empty title="The document is empty.">
      <p>People who may change it write with Edit; agents use the tool workspace_artifact_update.</p>
    </Empty>
  ) : (
    <div className={styles.document}>
      <article>
        <WithPictures>
          <DocumentText text={text} tick={tick} />
        </WithPictures>
      </article>
      <Outline text={text} />
    </div>
  );

function Sheet({ text, title }: { text: string; title: string }) {
  const table = useMemo(() => readCsv(text), [text]);
  if (table.starts.length === 1)
    return (
      <Empty title="The sheet is empty.">
        <p>People who may change it write into it with Edit; agents use the tool workspace_artifact_update.</p>
      </Empty>
    );
  return <Grid table={table} label={title} />;
}
