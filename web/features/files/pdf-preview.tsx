import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import type { File } from '../../../schemas/files.ts';
import { contentUrl } from '../../data/content-url.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import styles from './file.module.css';
import { openPdf } from './pdf-document.ts';
import { PdfPage } from './pdf-page.tsx';

/** The pages of a PDF, drawn when they come into sight. */
export default function PdfPreview({ file, readText }: { file: File; readText: () => void }) {
  const pdf = usePdf(contentUrl(file.id));
  if (pdf === 'unreadable')
    return (
      <Empty title="The pages cannot be drawn here.">
        <Button onClick={readText}>Read its text</Button>
      </Empty>
    );
  if (pdf === undefined) return <Waiting what="its pages" />;
  return (
    <ol className={styles.pages}>
      {Array.from({ length: pdf.numPages }, (_, index) => (
        <li key={index}>
          <PdfPage pdf={pdf} number={index + 1} />
        </li>
      ))}
    </ol>
  );
}

function usePdf(url: string): PDFDocumentProxy | 'unreadable' | undefined {
  const [pdf, setPdf] = useState<PDFDocumentProxy | 'unreadable'>();
  useEffect(() => {
    let isLeft = false;
    const { document, close } = openPdf(url);
    const set = (next: PDFDocumentProxy | 'unreadable') => isLeft || setPdf(next);
    document.then(set, () => set('unreadable'));
    return () => {
      isLeft = true;
      close();
    };
  }, [url]);
  return pdf;
}
