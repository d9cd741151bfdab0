import type { Handlers } from './call.ts';

const unbuilt = async (): Promise<never> => {
  throw new Error('not built yet');
};

export const records: Handlers<'records'> = {
  create: unbuilt,
  get: unbuilt,
  update: unbuilt,
  remove: unbuilt,
};
