import { lazy, Suspense, useState } from 'react';
import type { File } from '../../../schemas/files.ts';
import { isPicture } from '../../shared/things/picture.tsx';
import { Waiting } from '../../ui/states.tsx';
import styles from './file.module.css';
import { ImagePreview } from './image-preview.tsx';
import { TextPreview } from './text-preview.tsx';

const PdfPreview = lazy(() => import('./pdf-preview.tsx'));

/** A file as far as the page can show it. */
export function Preview({ file }: { file: File }) {
  if (isPicture(file)) return <ImagePreview file={file} />;
  return file.contentType === 'application/pdf' ? <Pdf file={file} /> : <TextPreview file={file} />;
}

/** Its pages as they look, or its text, which can be selected and read aloud. */
function Pdf({ file }: { file: File }) {
  const [look, setLook] = useState<'pages' | 'text'>('pages');
  return (
    <>
      <div className={styles.looks} role="group" aria-label="How to show it">
        {(['pages', 'text'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={look === one} onClick={() => setLook(one)}>
            {one === 'pages' ? 'Pages' : 'Text'}
          </button>
        ))}
      </div>
      {look === 'text' ? (
        <TextPreview file={file} />
      ) : (
        <Suspense fallback={<Waiting what="its pages" />}>
          <PdfPreview file={file} readText={() => setLook('text')} />
        </Suspense>
      )}
    </>
  );
}
