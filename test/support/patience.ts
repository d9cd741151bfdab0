/** For `expect.poll`: how long to ask again for what happens beside the request that brings it about. */
export const patience = { timeout: 60_000 };
