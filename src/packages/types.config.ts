import { defineConfig } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/** The types of the SDK in one file. It holds the types of zod that they name, so programs need no zod. */
export default defineConfig({
  input: { sdk: 'src/sdk/index.ts' },
  plugins: [dts({ dtsOnly: true, tsconfig: 'tsconfig.types.json' })],
  output: { dir: 'dist', format: 'esm' },
  onLog(level, log, report) {
    // Translations of zod's messages come in a form that the plugin cannot read, and none is part of the types.
    if (!/zod\/v4\/locales\//.test(log.message)) report(level, log);
  },
});
