import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackExtension } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { bundleManifest } from './bundle.ts';

/** Unpacks a bundle in an empty folder, starts it as its manifest says, and stores a document through it. */
export async function verifyBundle(bundle: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-bundle-'));
  const client = new Client({ name: 'packages', version: '1.0.0' });
  try {
    await unpackExtension({ mcpbPath: bundle, outputDir: folder, silent: true });
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as ReturnType<
      typeof bundleManifest
    >;
    const args = manifest.server.mcp_config.args.map((word) => word.replace(`\${__dirname}`, folder));
    const env = { PATH: '', WORKSPACE_DATA: join(folder, 'data') };
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: folder }));
    const input = { kind: 'markdown', title: 'Plan', content: '# Plan', channelId: 'general' };
    const { isError } = await client.callTool({ name: 'workspace_artifact_create', arguments: input });
    if (isError) throw new Error(`${bundle} starts, but stores no document. Run its server by hand.`);
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  }
}
