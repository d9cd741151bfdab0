import { sql } from 'kysely';
import type { Agent, InterfaceType, Via } from '../../schemas/common.ts';
import { prepared } from './prepared.ts';
import type { Db } from './tables.ts';

/** The interface and agent that a caller names. */
interface Told {
  readonly interface: InterfaceType;
  readonly agent?: Agent | undefined;
}

/** The columns that say through what a row came. Rows refer to an agent by its number. */
export interface ViaColumns {
  readonly interface: InterfaceType;
  readonly agent: number | null;
}

/** The same as `selectAgent` reads it. */
export interface ViaRow {
  readonly interface: InterfaceType | null;
  readonly agent: string | null;
}

/** The columns for a change of the caller's. An application named with the change counts where no agent is known. */
export async function viaColumns(tx: Db, told: Told, clientApp?: string): Promise<ViaColumns> {
  const agent = told.agent ?? (clientApp === undefined ? undefined : { name: clientApp });
  return { interface: told.interface, agent: agent ? await numberOf(tx, agent) : null };
}

/** The same as a row that was read. */
export const viaRow = ({ interface: through, agent }: Told): ViaRow => ({
  interface: through,
  agent: agent ? agent.name + endOfLine + (agent.version ?? '') : null,
});

/** Names and versions of agents have none. */
const endOfLine = '\n';

/** The agent that a column refers to: its name and its version, each a line. */
export const agentOf = (column: `${string}.agent`) =>
  sql<string | null>`(select agents.name || ${sql.lit(endOfLine)} || agents.version
    from agents where agents.number = ${sql.ref(column)})`;

/** Selects it. */
export const selectAgent = (column: `${string}.agent`) => agentOf(column).as('agent');

/** The fields of a resource that say through what it came; none where nothing was noted. */
export const presentVia = (row: ViaRow): { interfaceType?: InterfaceType; via?: Via } =>
  row.interface === null ? {} : presentKnownVia({ ...row, interface: row.interface });

export const presentKnownVia = (row: ViaRow & { readonly interface: InterfaceType }) => ({
  interfaceType: row.interface,
  via: viaOf(row),
});

const viaOf = ({ interface: through, agent }: ViaRow & { readonly interface: InterfaceType }): Via => ({
  interface: through,
  ...(agent !== null && { agent: agentIn(agent) }),
});

function agentIn(lines: string): Agent {
  const [name = '', version = ''] = lines.split(endOfLine);
  return { name, ...(version !== '' && { version }) };
}

/** Each agent is stored once, because every row of its changes names it. */
async function numberOf(tx: Db, { name, version = '' }: Agent): Promise<number> {
  const [known] = await findNumber(tx, { name, version });
  if (known) return known.number;
  const [added] = await insertAgent(tx, { name, version });
  return added!.number;
}

const findNumber = prepared((db, by: { name: string; version: string }) =>
  db.selectFrom('agents').select('number').where('name', '=', by.name).where('version', '=', by.version),
);

const insertAgent = prepared((db, by: { name: string; version: string }) =>
  db.insertInto('agents').values({ name: by.name, version: by.version }).returning('number'),
);
