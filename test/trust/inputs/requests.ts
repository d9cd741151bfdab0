import { wireForm } from './forms.ts';
import { escaped, type Sent } from './sending.ts';
import { isInput, type Json, written } from './values.ts';

/** An input as its operation takes it: in the address, as JSON or as a form. */
export function requestOf(route: string, isForm: boolean, input: Json): Sent {
  const [method, template] = route.split(' ') as [string, string];
  const rest = new Map(isInput(input) ? Object.entries(input) : []);
  const path = template.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return escaped(inAddress(value ?? ''));
  });
  if (method === 'GET' || method === 'DELETE') {
    const query = [...rest].map(([name, value]) => `${escaped(name)}=${escaped(inAddress(value))}`);
    return { method, path: query.length > 0 ? `${path}?${query.join('&')}` : path };
  }
  if (isForm)
    return {
      method,
      path,
      ...wireForm([...rest].map(([name, value]) => [name, name === 'file' ? fileOf(value) : inAddress(value)])),
    };
  const body = Buffer.from(written(isInput(input) ? Object.fromEntries(rest) : input));
  return { method, path, headers: { 'content-type': 'application/json' }, body };
}

const inAddress = (value: Json): string => (typeof value === 'string' ? value : written(value));

/** Whatever stands in place of a file is its bytes; of tables there are some more often. */
const fileOf = (value: Json) => ({
  fileName: 'rows.csv',
  contentType: 'text/csv',
  bytes: Buffer.from(typeof value === 'string' ? `Title,amount\n${value},1\n` : written(value)),
});
