/** Characters that no file name may have on some system. */
// oxlint-disable-next-line no-control-regex -- Control characters are among them.
const unfit = /[\\/:*?"<>|\u0000-\u001f]+/g;

/** Gives a text to the person as a file. */
export function saveText(text: string, fileName: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName.replaceAll(unfit, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
