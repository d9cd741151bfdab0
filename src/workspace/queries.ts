import type { Handlers } from './call.ts';

const unbuilt = async (): Promise<never> => {
  throw new Error('not built yet');
};

export const queries: Handlers<'queries'> = {
  run: unbuilt,
};
