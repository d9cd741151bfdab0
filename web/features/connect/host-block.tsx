import {
  blockOf,
  hostFormats,
  type HostFormat,
  type HostName,
  mcpAddress,
  serverName,
} from '../../../schemas/hosts.ts';
import { quoted } from '../../../schemas/shell.ts';
import { gatewayUrl } from '../../data/client.ts';
import { Block } from './block.tsx';
import { installLink } from './install-link.ts';

/** How one host connects: its link or command, and the block for its file. */
export function HostBlock({ name }: { name: HostName }) {
  const host: HostFormat = hostFormats[name];
  const address = mcpAddress(gatewayUrl);
  if (!host.remote) return <Started host={host} />;
  const link = installLink(name, host.remote(address));
  return (
    <>
      {link && (
        <p>
          <a href={link} rel="noreferrer">
            Add it to {host.title}
          </a>{' '}
          with one click, or by hand:
        </p>
      )}
      {name === 'claude-code' && (
        <>
          <p>Run this in a terminal:</p>
          <Block text={`claude mcp add --transport http ${serverName} ${quoted(address)}`} thing="command" />
          <p>It is the same as a file of the project:</p>
        </>
      )}
      <p>
        Put this into <code>{host.file}</code>:
      </p>
      <Block text={blockOf(host, serverName, host.remote(address))} thing="block" />
    </>
  );
}

/** A host whose file takes no address starts the command of this product. */
const Started = ({ host }: { host: HostFormat }) => (
  <>
    <p>
      Add the address above under <strong>Settings → Connectors</strong>. Or let {host.title} start the command of this
      product. Sign in once in a terminal:
    </p>
    <Block text={`npx -y ${serverName} login --url ${quoted(gatewayUrl)}`} thing="command" />
    <p>
      Then put this into <code>{host.file}</code>:
    </p>
    <Block
      text={blockOf(
        host,
        serverName,
        host.entry({ command: 'npx', args: ['-y', serverName, 'mcp', '--url', gatewayUrl] }),
      )}
      thing="block"
    />
  </>
);
