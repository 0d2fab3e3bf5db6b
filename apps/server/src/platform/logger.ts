import { type Logger, pino } from 'pino';

/** Lines of JSON on the standard output; what proves who somebody is never stands in them. */
export const createLogger = (level: string): Logger => pino({ level, redact: ['req.headers.authorization'] });
