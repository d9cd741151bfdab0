import { pino, type Logger } from 'pino';

/** JSON lines on stderr. What could carry a credential is never written. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization', '*.authorization', '*.token', 'token'],
      serializers: { err: pino.stdSerializers.err },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
