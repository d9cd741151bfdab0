#!/usr/bin/env node
import module from 'node:module';
import v8 from 'node:v8';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `workspace needs Node.js 22.19 or newer, and this is ${process.version}.\n` +
      'Install a newer Node.js; in a clone of the project, `npm start` and `npm run workspace -- …` bring their own.\n',
  );
  process.exit(1);
}
const isGateway = process.argv[2] === 'serve';
// The chunks of a stream are freed when the young generation is collected. Kept small, it frees them while they are in the
// processor's cache: an upload is faster by a third and takes a quarter of the memory. Calls over stdio and commands leave
// other garbage, and collecting it that often is a sixth of their work.
if (isGateway) v8.setFlagsFromString('--semi-space-growth-factor=1');
// A start runs most functions a few times. Compiling them to machine code would take a tenth of its work, and leave an eighth of
// what an idle gateway holds. From then on they are compiled, also where a start takes long.
const compilers = ['sparkplug', 'maglev', 'opt'];
const compile = (isOn) => compilers.forEach((name) => v8.setFlagsFromString(`--${isOn ? '' : 'no-'}${name}`));
if (isGateway) compile(false);
if (isGateway) setTimeout(compile, 3_000, true).unref();
// Whoever waits for an answer starts sooner with it; but its bytes stay in memory, which would not suit what runs for months.
if (!isGateway) module.enableCompileCache?.();
const { main } = await import('../dist/main.js');
await main(process.argv);
if (isGateway) compile(true);
