import { withDeadline } from '@patchbay/kernel/concurrency';
import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { PatchbayError } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Clock } from '@patchbay/kernel/telemetry';
import { AdapterError, adapterFailure, type ControllerFacts } from '@patchbay/vendor-kit';
import type { ControllerAccess } from './controller-access.ts';
import { reasonOf, recordAnswer, recordFailure } from './controller-contact.ts';
import { lateAnswer } from './late-answer.ts';

export interface ProbeResult {
  readonly reachable: true;
  readonly version: string | null;
  readonly latency_ms: number;
}

export interface ProbeOutcome {
  readonly controller_id: string;
  readonly reachable: boolean;
  readonly version: string | null;
  readonly latency_ms: number | null;
  readonly error: { readonly type: string; readonly message: string } | null;
}

const PROBE_MS = 12_000;
const AT_ONCE = 25;

/** Tries whether controllers answer and let us in. */
export class ControllerProbe extends Service<{
  database: Database;
  access: Pick<ControllerAccess, 'adopt' | 'get' | 'open' | 'openWith'>;
  clock: Clock;
}> {
  /** Throws the adapter error of SPEC 7 when it does not answer; the controller's status follows either way. */
  async test(principal: Principal, controller_id: string): Promise<ProbeResult> {
    const startedMs = this.parts.clock.monotonicMs();
    try {
      const { session } = await this.parts.access.open(principal, controller_id);
      const facts = await withDeadline(PROBE_MS, session.probe(), lateAnswer);
      const latency_ms = Math.round(this.parts.clock.monotonicMs() - startedMs);
      await this.#keep(principal, controller_id, facts);
      return { reachable: true, version: facts.version, latency_ms };
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      await this.parts.database.write(principal, (work) => recordFailure(work, controller_id, error));
      throw adapterFailure(error);
    }
  }

  /** All of them, whatever happens to one; an id that cannot be seen refuses the whole call. */
  async testMany(principal: Principal, controller_ids: readonly string[]): Promise<readonly ProbeOutcome[]> {
    for (const id of controller_ids) await this.parts.access.get(principal, id);
    const outcomes: ProbeOutcome[] = [];
    const waiting = [...controller_ids];
    const worker = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
        outcomes.push(await this.#outcome(principal, id));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const place = new Map(controller_ids.map((id, index) => [id, index]));
    return outcomes.sort((a, b) => (place.get(a.controller_id) ?? 0) - (place.get(b.controller_id) ?? 0));
  }

  /** Whether a sign-in works at a controller; changes nothing there, and binds the sign-in to its host here. */
  async testCredential(
    principal: Principal,
    credential_id: string,
    controller_id: string,
  ): Promise<{ readonly ok: boolean; readonly message: string }> {
    await this.parts.access.adopt(principal, controller_id, credential_id);
    try {
      const { session } = await this.parts.access.openWith(principal, controller_id, credential_id);
      const { version } = await withDeadline(PROBE_MS, session.probe(), lateAnswer);
      return { ok: true, message: `Signed in; the controller runs version ${version}.` };
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      return { ok: false, message: reasonOf(error) };
    }
  }

  async #outcome(principal: Principal, controller_id: string): Promise<ProbeOutcome> {
    try {
      return { controller_id, ...(await this.test(principal, controller_id)), error: null };
    } catch (error) {
      const type = error instanceof PatchbayError ? (error.declaration.type ?? error.id) : 'adapter_error';
      return {
        controller_id,
        reachable: false,
        version: null,
        latency_ms: null,
        error: { type, message: reasonOf(error) },
      };
    }
  }

  #keep(principal: Principal, controller_id: string, facts: ControllerFacts): Promise<void> {
    return this.parts.database.write(principal, (work) => recordAnswer(work, controller_id, facts, null));
  }
}
