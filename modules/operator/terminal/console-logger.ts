import type { LogFields, Logger } from '@patchbay/kernel/telemetry';

/** A logger for a terminal, which can be muted. */
export interface ConsoleLogger extends Logger {
  /** At the end of a command, connections close in ways that are not worth a line. */
  mute(): void;
}

/** Shows an operator what a platform would log as a warning or worse; the rest is not for a terminal. */
export function consoleLogger(note: (line: string) => void): ConsoleLogger {
  let muted = false;
  const tell =
    (label: string) =>
    (message: string, fields: LogFields = {}): void => {
      if (!muted) note(`${label}: ${message}${reasonOf(fields['error'])}`);
    };
  const logger: ConsoleLogger = {
    fatal: tell('error'),
    error: tell('error'),
    warn: tell('warning'),
    info: () => {},
    debug: () => {},
    trace: () => {},
    child: () => logger,
    flush: () => {},
    mute: () => {
      muted = true;
    },
  };
  return logger;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? ` (${error.message})` : '');
