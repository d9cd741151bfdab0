import { resumeEdits } from './records/resume-edits.ts';
import { rememberPages } from './things/recent.ts';
import { tellSaved } from './artifacts/tell-saved.ts';

/** Begins what can wait until a page is shown. */
export function afterStart(by: string, open: (path: string) => void): void {
  rememberPages(by);
  void resumeEdits(by, open);
  tellSaved(open);
}
