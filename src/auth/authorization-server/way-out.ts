import { createSocket, type SocketType } from 'node:dgram';

/**
 * Whether this machine has a route to public addresses. Nothing is sent, because connecting a UDP socket only looks for a
 * route. The addresses are kept for documentation.
 */
export async function hasWayOut(): Promise<boolean> {
  const found = await Promise.all([isRouted('udp4', '192.0.2.1'), isRouted('udp6', '2001:db8::1')]);
  return found.includes(true);
}

const isRouted = (type: SocketType, address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket(type);
    const end = (isThere: boolean) => socket.close(() => resolve(isThere));
    socket.once('error', () => end(false));
    socket.connect(443, address, (error?: Error) => end(!error));
  });
