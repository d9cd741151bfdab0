/** A table in Markdown. */
export function tableOf(head: readonly string[], rows: readonly string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
