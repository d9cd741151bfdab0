import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import type { ChatProgram } from './chat-program.ts';
import { openDoor } from './door.ts';

const launcher = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

/** The Apps view of the official Inspector. Its address names the server, the tool and the arguments. */
export const inspector: ChatProgram = {
  name: 'MCP Inspector',
  packages: ['@modelcontextprotocol/inspector'],
  async start({ installed, home, place }) {
    const [port, sandboxPort] = [await freePort(), await freePort()];
    const token = randomBytes(16).toString('hex');
    const door = await openDoor(place);
    const child = spawn(process.execPath, [join(installed, launcher), '--web'], {
      cwd: home,
      env: {
        HOME: home,
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        CLIENT_PORT: String(port),
        MCP_SANDBOX_PORT: String(sandboxPort),
        MCP_AUTO_OPEN_ENABLED: 'false',
        MCP_INSPECTOR_API_TOKEN: token,
      },
      stdio: 'ignore',
    });
    const url = `http://127.0.0.1:${port}`;
    await listening(url);
    return {
      async show(page, { tool, input }) {
        const appArgs = Buffer.from(JSON.stringify(input)).toString('base64url');
        const asked = {
          serverUrl: `${door.url}/mcp`,
          transport: 'http',
          autoConnect: token,
          openApp: tool,
          appArgs,
          autoOpen: token,
        };
        await page.goto(`${url}/?${new URLSearchParams(asked).toString()}`);
        await page.locator('[data-testid="connection-status"][data-status="connected"]').waitFor();
      },
      async close() {
        child.kill();
        await once(child, 'exit');
        door.close();
      },
    };
  },
};

const longestMs = 60_000;

async function listening(url: string): Promise<void> {
  for (const end = Date.now() + longestMs; Date.now() < end; ) {
    if (await fetch(url).catch(() => undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nobody listens at ${url}.`);
}
