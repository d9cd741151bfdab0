import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useRef, useState } from 'react';
import styles from './file.module.css';

/** The shape of a sheet of paper, until the page tells its own. */
const usualRatio = 1 / Math.SQRT2;
const mostPixelRatio = 2;
/** Pages farther away than this give their memory back. */
const near = '1200px';

interface PdfPageProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
}

/** One page, drawn while it is near. */
export function PdfPage({ pdf, number }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ratio = useDrawn(canvas, { pdf, number });
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Page ${number} of ${pdf.numPages}`}
        className={styles.page}
        style={{ aspectRatio: ratio }}
      />
      <span className={styles.pageNumber}>
        {number} / {pdf.numPages}
      </span>
    </>
  );
}

/** Draws the page. Answers its width by its height. */
function useDrawn(canvas: RefObject<HTMLCanvasElement | null>, { pdf, number }: PdfPageProps): number {
  const [ratio, setRatio] = useState(usualRatio);
  useEffect(() => {
    const element = canvas.current!;
    let stop: (() => void) | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        stop?.();
        const isNear = entries.at(-1)?.isIntersecting === true;
        stop = isNear ? draw(element, { pdf, number }, setRatio) : undefined;
      },
      { rootMargin: near },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      stop?.();
    };
  }, [canvas, pdf, number]);
  return ratio;
}

/** Begins to draw, and answers how to stop and clear the canvas. */
function draw(canvas: HTMLCanvasElement, { pdf, number }: PdfPageProps, tellRatio: (ratio: number) => void) {
  let cancel: (() => void) | undefined;
  let isLeft = false;
  const begin = async () => {
    const page = await pdf.getPage(number);
    if (isLeft) return;
    const { width, height } = page.getViewport({ scale: 1 });
    tellRatio(width / height);
    const scale = (canvas.clientWidth / width) * Math.min(devicePixelRatio, mostPixelRatio);
    const viewport = page.getViewport({ scale });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    const task = page.render({ canvas, viewport });
    cancel = () => task.cancel();
    await task.promise;
  };
  // A page that is left while it is drawn needs no more drawing.
  begin().catch(() => {});
  return () => {
    isLeft = true;
    cancel?.();
    canvas.width = 0;
    canvas.height = 0;
  };
}
