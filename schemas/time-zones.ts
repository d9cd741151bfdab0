/** Whether this is the name of a time zone. An offset such as +02:00 would be one to Intl, and knows no summer. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
