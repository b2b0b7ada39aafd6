import { setTimeout as wait } from 'node:timers/promises';
import { AdapterError } from '@patchbay/vendor-kit';
import { ACCESS_DENIED, harmless, statusCodes, UbusFailure } from '../exchange/failures.ts';
import type { CallData, UbusClient } from '../exchange/ubus-client.ts';
import type { StagedStep } from './staged-steps.ts';

type Client = Pick<UbusClient, 'call' | 'login'>;

/** A session that was made ready for one push that goes back unless it is confirmed later. */
export interface ArmedSession {
  readonly session: string;
  readonly seconds: number;
}

/** The device takes an apply back by itself when no confirmation follows within this time. */
const ROLLBACK_SECONDS = 30;
const CALL_TIMEOUT_MS = 5_000;
/** Another apply is mostly confirmed within a second or two. */
const busyPausesMs = [200, 400, 800, 1_600, 2_000, 2_000];
const confirmPausesMs = [0, 250, 1_000, 2_000];

/**
 * Stages, applies and confirms, each time in a login of its own: staged steps belong to the session, and two writes
 * in one session would be applied together. Until the device has taken the apply, nothing of it stands anywhere.
 */
export class UciWriter {
  readonly #client: Client;
  readonly #pause: (ms: number) => Promise<unknown>;

  constructor(client: Client, pause: (ms: number) => Promise<unknown> = (ms) => wait(ms)) {
    this.#client = client;
    this.#pause = pause;
  }

  /** Answer of the staging. With `armed` the apply is left unconfirmed, for a later `keep`. */
  async write(step: StagedStep, armed: ArmedSession | null = null): Promise<CallData | null> {
    const session = armed?.session ?? (await this.#beforeApply(() => this.#client.login()));
    let isOver = armed === null;
    try {
      const staged = await this.#beforeApply(() =>
        this.#client.call(session, 'uci', step.method, step.given, CALL_TIMEOUT_MS),
      );
      const isApplied = await this.#apply(session, armed?.seconds ?? ROLLBACK_SECONDS);
      if (isApplied && armed === null) await this.#confirm(session);
      return staged;
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      if (isOver) await this.#leave(session);
    }
  }

  async #beforeApply<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw harmless(error);
    }
  }

  /** False when there was nothing to apply: the section stood like that already. */
  async #apply(session: string, timeout: number): Promise<boolean> {
    for (const pauseMs of [...busyPausesMs, null]) {
      try {
        await this.#client.call(session, 'uci', 'apply', { rollback: true, timeout }, CALL_TIMEOUT_MS);
        return true;
      } catch (error) {
        if (isStatus(error, statusCodes.no_data)) return false;
        if (!isStatus(error, statusCodes.permission_denied)) throw await this.#afterApply(session, error);
        if (pauseMs === null) throw busy(error);
        await this.#pause(pauseMs);
      }
    }
    return false;
  }

  /** The apply may be under way: asked to take it back, the device says whether anything stands. */
  async #afterApply(session: string, error: unknown): Promise<unknown> {
    if (!(error instanceof AdapterError) || error.outcome !== 'unknown') return error;
    try {
      await this.#client.call(session, 'uci', 'rollback', {}, CALL_TIMEOUT_MS);
      return harmless(error);
    } catch (second) {
      // No apply waits: it was never begun, and one that comes late goes back for want of a confirmation.
      return isStatus(second, statusCodes.no_data) ? harmless(error) : error;
    }
  }

  /** A lost answer is asked for again; nothing to confirm then means that the first one arrived. */
  async #confirm(session: string): Promise<void> {
    let failure: unknown;
    for (const pauseMs of confirmPausesMs) {
      if (pauseMs > 0) await this.#pause(pauseMs);
      try {
        await this.#client.call(session, 'uci', 'confirm', {}, CALL_TIMEOUT_MS);
        return;
      } catch (error) {
        if (failure !== undefined && isStatus(error, statusCodes.no_data)) return;
        failure = error;
        if (error instanceof UbusFailure && error.outcome === 'refused') break;
      }
    }
    throw unconfirmed(failure);
  }

  /** Ends the session and with it its staged steps; without an answer it runs out by itself. */
  async #leave(session: string): Promise<void> {
    await this.#client.call(session, 'session', 'destroy', {}, CALL_TIMEOUT_MS).catch(() => undefined);
  }
}

export const isStatus = (error: unknown, code: number): boolean =>
  error instanceof UbusFailure && error.code === code;

/** A session the device does not know any more, or a call its login may not make. */
export const isDenied = (error: unknown): boolean => isStatus(error, ACCESS_DENIED);

const busy = (cause: unknown): AdapterError =>
  new AdapterError(
    'adapter_error',
    'refused',
    'The device applies nothing: another apply waits for its confirmation, or the login may not apply.',
    cause,
  );

const unconfirmed = (cause: unknown): AdapterError => {
  const type = cause instanceof AdapterError ? cause.type : 'adapter_error';
  const message = `The device took the change and heard no confirmation; it takes it back after ${ROLLBACK_SECONDS} seconds.`;
  return new AdapterError(type, 'unknown', message, cause);
};
