import type { Handlers } from './call.ts';

const unbuilt = async (): Promise<never> => {
  throw new Error('not built yet');
};

export const views: Handlers<'views'> = {
  list: unbuilt,
  create: unbuilt,
  update: unbuilt,
  data: unbuilt,
};
