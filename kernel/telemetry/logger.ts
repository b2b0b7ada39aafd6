import { type DestinationStream, destination, type Logger as Pino, pino } from 'pino';
import { type Token, token } from '../di/index.ts';
import { scrub } from './scrub.ts';
import { isSecretLogField } from './secret-names.ts';

/** Facts beside a message; an `Error` goes under `error`. */
export type LogFields = Readonly<Record<string, unknown>>;

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * Structured log. Fields with secret names, at any depth, and values of type `Secret` are replaced by
 * `[redacted]`; long strings, deep and wide values are cut. Never put a secret into the message.
 */
export interface Logger {
  fatal(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  trace(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line: `logger.child({ request_id })`. */
  child(fields: LogFields): Logger;
  /** Writes out what is still buffered; for shutdown. */
  flush(): void;
}

export const LOGGER: Token<Logger> = token('kernel.logger');

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Destination of lines; standard output without one. */
  readonly stream?: DestinationStream;
}

const bounds = {
  isSecret: isSecretLogField,
  replacement: '[redacted]',
  maxDepth: 8,
  maxNodes: 1_000,
  maxStringLength: 8_192,
};

const clean = (fields: LogFields): Record<string, unknown> =>
  scrub(fields, bounds) as Record<string, unknown>;

/** Bytes waiting for a slow reader of standard output; above it lines are dropped rather than memory filled. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

class PinoLogger implements Logger {
  readonly #pino: Pino;

  constructor(logger: Pino) {
    this.#pino = logger;
  }

  fatal(message: string, fields?: LogFields): void {
    this.#write('fatal', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }

  trace(message: string, fields?: LogFields): void {
    this.#write('trace', message, fields);
  }

  child(fields: LogFields): Logger {
    return new PinoLogger(this.#pino.child(clean(fields)));
  }

  flush(): void {
    this.#pino.flush();
  }

  #write(level: Exclude<LogLevel, 'silent'>, message: string, fields: LogFields | undefined): void {
    if (!this.#pino.isLevelEnabled(level)) return;
    if (fields === undefined) this.#pino[level](message);
    else this.#pino[level](clean(fields), message);
  }
}

/** Makes the platform's logger: one JSON object per line, `time` in ISO 8601. */
export function createLogger(options: LoggerOptions): Logger {
  const stream = options.stream ?? destination({ fd: 1, sync: false, maxLength: MAX_BUFFERED_BYTES });
  return new PinoLogger(
    pino(
      {
        level: options.level,
        base: null,
        messageKey: 'message',
        timestamp: () => `,"time":"${new Date().toISOString()}"`,
        formatters: { level: (label) => ({ level: label }) },
      },
      stream,
    ),
  );
}

/** A logger that says nothing, for tests and tools. */
export const silentLogger: Logger = createLogger({ level: 'silent', stream: { write: () => {} } });
