/** Rows that are not drawn. */
export const Room = ({ height }: { height: number }) => height > 0 && <tr aria-hidden="true" style={{ height }} />;
