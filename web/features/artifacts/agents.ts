import { isThroughAgent } from '../../../schemas/interfaces.ts';
import type { Via } from '../../../schemas/common.ts';

/** Whether a program acted for the person: an agent that names itself, or any host over MCP. */
export const isByAgent = ({ via }: { readonly via: Via }): boolean => isThroughAgent(via);
