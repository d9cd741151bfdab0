import type { Person, Via } from '../../schemas/common.ts';

/** `Mia via Claude Code`. */
export const signed = ({ name }: Person, via: Via | undefined): string =>
  via?.agent === undefined ? name : `${name} via ${via.agent.name}`;
