import type { LogFields, Logger, LogLevel } from '@patchbay/kernel/telemetry';

export interface KeptLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that keeps its lines for a test to look at. */
export class KeptLog implements Logger {
  readonly lines: KeptLine[] = [];

  fatal = (message: string, fields: LogFields = {}): void => this.#keep('fatal', message, fields);
  error = (message: string, fields: LogFields = {}): void => this.#keep('error', message, fields);
  warn = (message: string, fields: LogFields = {}): void => this.#keep('warn', message, fields);
  info = (message: string, fields: LogFields = {}): void => this.#keep('info', message, fields);
  debug = (message: string, fields: LogFields = {}): void => this.#keep('debug', message, fields);
  trace = (): void => {};
  child = (): Logger => this;
  flush = (): void => {};

  #keep(level: LogLevel, message: string, fields: LogFields): void {
    this.lines.push({ level, message, fields });
  }
}
