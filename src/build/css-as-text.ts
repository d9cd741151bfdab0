import { readFileSync } from 'node:fs';
import type { Plugin } from 'rolldown';

const reading = /readFileSync\(new URL\('([^']+\.css)', import\.meta\.url\), 'utf8'\)/g;

/** A style sheet that a module reads beside itself becomes its text, because `dist/` holds no sources. */
export const cssAsText: Plugin = {
  name: 'css-as-text',
  transform: {
    filter: { code: /\.css', import\.meta\.url/ },
    handler: (code, id) =>
      code.replaceAll(reading, (_, path: string) =>
        JSON.stringify(readFileSync(new URL(path, `file://${id}`), 'utf8').replaceAll(/\s*\n\s*/g, '\n')),
      ),
  },
};
