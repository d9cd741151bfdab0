import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { File, FileText, NoTextReason } from '../../../schemas/files.ts';
import { channelPath } from '../../../schemas/urls.ts';
import { channelQuery } from '../../data/queries.ts';
import { readCsv } from '../../grid/csv.ts';
import { Grid } from '../../grid/grid.tsx';
import { DocumentText } from '../../read/document.tsx';
import { Answer } from '../../shared/answer.tsx';
import { channelsOf } from '../../shared/attached-to.tsx';
import { bytesText } from '../../ui/bytes.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import styles from './file.module.css';
import { textQuery } from './queries.ts';

const windowBytes = 64 * 1024;
/** A delimited file up to this size is loaded whole, because a partial one is not drawn as a table. */
const tableBytes = 1024 * 1024;

const isDelimited = ({ fileName }: File) => /\.(csv|tsv)$/i.test(fileName);
const isTable = ({ fileName }: File) => /\.(csv|tsv|tab|xlsx|xlsm|jsonl|ndjson)$/i.test(fileName);
const isMarkdown = ({ fileName }: File) => /\.(md|markdown)$/i.test(fileName);

/** The text of a file, or the text that was extracted from it. */
export function TextPreview({ file }: { file: File }) {
  const query = useInfiniteQuery(textQuery(file.id, isDelimited(file) ? tableBytes : windowBytes));
  return (
    <Answer of={query} what="its text">
      {({ pages }) => {
        const last = pages.at(-1)!;
        if (last.status === 'pending') return <Waiting what="its text, which is being extracted" />;
        if (last.status === 'none') return <NoText reason={last.reason} />;
        if (pages[0]!.content?.includes('\0')) return <NoText reason="not_text" />;
        return (
          <>
            {isTable(file) && <TableHint file={file} />}
            <Text file={file} pages={pages} />
            {last.nextOffset !== undefined && (
              <p className={styles.more}>
                <span>
                  The first {bytesText(last.nextOffset)} of {bytesText(last.size ?? file.size)}.
                </span>
                <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Read on
                </Button>
              </p>
            )}
            {last.cut && (
              <p className={styles.hint}>Its text is longer than what is kept. Download it to read the rest.</p>
            )}
          </>
        );
      }}
    </Answer>
  );
}

function TableHint({ file }: { file: File }) {
  const [channelId] = channelsOf(file.links);
  const { data: channel } = useQuery({ ...channelQuery(channelId ?? ''), enabled: channelId !== undefined });
  return (
    <p className={styles.hint}>
      This is a table.{' '}
      {channel && channel.role !== 'reader' ? (
        <Link to={`${channelPath(channel.slug)}/import?file=${file.id}`}>Make a Data Set of it</Link>
      ) : (
        'Make a Data Set of it in a channel where you may write'
      )}
      , so that its rows can be edited, counted and shown in Views.
    </p>
  );
}

function Text({ file, pages }: { file: File; pages: readonly FileText[] }) {
  const isWhole = pages.at(-1)?.nextOffset === undefined;
  const texts = pages.map(({ content }) => content ?? '');
  if (texts.join('').trim() === '') return <Empty title="The file has no text." />;
  if (isWhole && isDelimited(file)) return <Table file={file} text={texts.join('')} />;
  if (isWhole && isMarkdown(file)) return <DocumentText text={texts.join('')} />;
  return (
    <pre className={styles.text} tabIndex={0}>
      {texts.map((text, index) => (
        <Shown key={index} text={text} />
      ))}
    </pre>
  );
}

function Table({ file, text }: { file: File; text: string }) {
  const table = useMemo(() => readCsv(text), [text]);
  return <Grid table={table} label={file.fileName} />;
}

const reasons: Record<NoTextReason, string> = {
  encrypted: 'It is protected by a password.',
  damaged: 'It is damaged, or not what its name says.',
  too_large: 'It is too large to be read here.',
  too_slow: 'Reading it took too long.',
  no_text: 'It has no text. It may hold scanned pages.',
  not_text: 'Its format cannot be shown here.',
};

const NoText = ({ reason = 'not_text' }: { reason?: NoTextReason | undefined }) => (
  <Empty title="There is no preview of this file.">
    <p>{reasons[reason]} Download it to open it on your machine.</p>
  </Empty>
);
