import type { ActivityItem } from '../../../schemas/activity.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { Pick } from '../../ui/filters.tsx';

interface PickAgentProps {
  readonly agent: string | undefined;
  readonly through: string | undefined;
  /** The changes shown: the agents in them can be picked. */
  readonly changes: readonly ActivityItem[];
  readonly pick: (picked: { agent: string | undefined; through: string | undefined }) => void;
}

/** Agents have names that they chose, so these carry a mark that no choice below has. */
const named = 'agent:';
const throughOptions = [
  { value: 'agents', label: 'Agents only' },
  { value: 'people', label: 'People only' },
];

/** Through whom changes came: agents, people themselves, or one agent. */
export function PickAgent({ agent, through, changes, pick }: PickAgentProps) {
  const names = new Set(changes.flatMap(({ via }) => via.agent?.name ?? []));
  if (agent !== undefined) names.add(agent);
  const options = [...names].sort().map((name) => ({ value: named + name, label: `Only ${shownOnLine(name)}` }));
  return (
    <Pick
      label="Through"
      all="People and agents"
      options={[...throughOptions, ...options]}
      value={agent === undefined ? through : named + agent}
      pick={(picked) => {
        const name = picked?.startsWith(named) ? picked.slice(named.length) : undefined;
        pick({ agent: name, through: name === undefined ? picked : undefined });
      }}
    />
  );
}

/** The filter of the address, as the workspace takes it. */
export const throughOf = (through: string | undefined): { isAgent?: boolean } =>
  through === 'agents' ? { isAgent: true } : through === 'people' ? { isAgent: false } : {};
