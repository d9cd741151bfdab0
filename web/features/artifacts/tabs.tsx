import { Tabs } from '../../ui/tabs.tsx';
import { type Shown, useAddress, useShown } from './address.ts';

const tabs: readonly { readonly tab?: Shown['tab']; readonly label: string }[] = [
  { label: 'Read' },
  { tab: 'history', label: 'History' },
  { tab: 'lines', label: 'Who wrote what' },
];

/** The ways to look at an artifact. Nobody asks who wrote each line of a sheet. */
export function ArtifactTabs({ isSheet }: { isSheet: boolean }) {
  const shown = useShown();
  const address = useAddress();
  return (
    <Tabs
      label="Ways to look at it"
      tabs={tabs
        .filter(({ tab }) => !(isSheet && tab === 'lines'))
        .map(({ tab, label }) => ({ to: address(tab ? { tab } : {}), label, isCurrent: shown.tab === tab }))}
    />
  );
}
