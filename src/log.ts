import { pino, type Logger } from 'pino';

/** Names under which credentials travel. */
const secrets = ['authorization', 'cookie', 'password', 'token', 'refresh_token', 'client_secret'];

/** JSON lines on stderr. What could carry a credential is never written. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: secrets.flatMap((name) => [name, `*.${name}`, `req.headers.${name}`]),
      serializers: { err: pino.stdSerializers.err },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
