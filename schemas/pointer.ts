/** One step of a JSON Pointer (RFC 6901). */
export const stepTo = (key: PropertyKey): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
