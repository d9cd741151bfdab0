/** How long `expect.poll` waits for work that continues after the answer to a request. */
export const patience = { timeout: 60_000 };
