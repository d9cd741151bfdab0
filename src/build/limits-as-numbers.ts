import type { Plugin } from 'vite';
import { limits } from '../../schemas/limits.ts';

const values: Readonly<Record<string, unknown>> = limits;

/** Pages use few of the limits. Each stands as its number, so that no page loads all of them. */
export const limitsAsNumbers: Plugin = {
  name: 'limits-as-numbers',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: /\blimits\./ },
    handler: (code) => ({
      code: code.replaceAll(/(?<![.\w])limits\.(\w+)/g, (whole, name: string) =>
        name in values ? `(${JSON.stringify(values[name])})` : whole,
      ),
      map: null,
    }),
  },
};
