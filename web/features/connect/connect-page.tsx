import { useSearch } from '@tanstack/react-router';
import { hostFormats, type HostName, mcpAddress } from '../../../schemas/hosts.ts';
import { gatewayUrl } from '../../data/client.ts';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Block } from './block.tsx';
import styles from './connect.module.css';
import { HostBlock } from './host-block.tsx';
import { SignInNote } from './sign-in-note.tsx';

const names = Object.keys(hostFormats) as HostName[];

/** How each agent host connects to this gateway. The address says which host is shown. */
export default function ConnectPage() {
  const { host } = useSearch({ strict: false }) as { host?: string };
  const chosen = names.find((name) => name === host) ?? names[0]!;
  return (
    <Page title="Connect an agent" icon="link" width="text">
      <Section
        title="The address"
        about="A chat client or agent host that asks for the address of an MCP server takes this one. You sign in there."
      >
        <Block text={mcpAddress(gatewayUrl)} thing="address" />
        <SignInNote />
      </Section>
      <Section title="Your host" about="Its settings, with this gateway filled in.">
        <Tabs
          label="Hosts"
          tabs={names.map((name) => ({
            to: `/connect?host=${name}`,
            label: hostFormats[name].title,
            isCurrent: name === chosen,
          }))}
        />
        <div className={styles.host}>
          <HostBlock name={chosen} />
        </div>
      </Section>
    </Page>
  );
}
