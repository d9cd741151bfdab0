#!/usr/bin/env node
import module from 'node:module';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `workspace needs Node.js 22.19 or newer, and this is ${process.version}.\n` +
      'Install a newer Node.js; in a clone of the project, `npm start` and `npm run workspace -- …` bring their own.\n',
  );
  process.exit(1);
}
module.enableCompileCache?.();
const { main } = await import('../dist/main.js');
await main(process.argv);
