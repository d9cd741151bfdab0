import type { Artifact } from '../../shared/artifacts/queries.ts';

/** Who made a version, and through which agent. */
export const makerOf = ({ updatedBy, via }: Artifact): string =>
  via.agent ? `${updatedBy.name} via ${via.agent.name}` : updatedBy.name;
