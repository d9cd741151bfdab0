/** Compatibility decomposition without marks, in lower case. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const listOf = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]::VARCHAR[]`;
