/** Whether JSON of a value is certainly longer than `characters`. Stops once it is, and ignores escapes. */
export const isSurelyLonger = (value: unknown, characters: number): boolean => roomBehind(value, characters) < 0;

/** The room left after a value, at most; negative if it does not fit. */
function roomBehind(value: unknown, room: number): number {
  if (value === undefined) return room;
  if (typeof value === 'string') return room - value.length - '""'.length;
  if (typeof value !== 'object' || value === null) return room - 1;
  return Array.isArray(value) ? roomBehindItems(value, room) : roomBehindFields(value, room);
}

function roomBehindItems(items: readonly unknown[], room: number): number {
  let left = room;
  for (const item of items) {
    left = roomBehind(item, left - 1);
    if (left < 0) break;
  }
  return left;
}

/** Objects of JSON inherit nothing. A loop over their keys takes a tenth of the time of their entries. */
function roomBehindFields(object: object, room: number): number {
  let left = room;
  for (const key in object) {
    const value = (object as Record<string, unknown>)[key];
    if (value === undefined) continue;
    left = roomBehind(value, left - key.length - '"":'.length);
    if (left < 0) break;
  }
  return left;
}
