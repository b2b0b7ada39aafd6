import { type Token, token } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { VendorSession } from '@patchbay/vendor-kit';
import Type from 'typebox';
import type { SyncedScope } from './contract/synced-controllers.ts';

export * from './contract/synced-controllers.ts';
export * from './events.ts';

/** Controller of the reading. */
export interface ReadAt {
  readonly controller_id: string;
  readonly controller_name: string;
  readonly site_id: string;
  readonly vendor: string;
}

/** The same in the output of an operation. */
export const readAtFields = {
  controller_id: Type.String(),
  controller_name: Type.String(),
  site_id: Type.String(),
  vendor: Type.String(),
};

/** A controller that did not answer; it hides no other. */
export interface Unreadable {
  readonly controller_id: string;
  readonly name: string;
  readonly reason: string;
}

export const UnreadableReply = Type.Object({
  controller_id: Type.String(),
  name: Type.String(),
  reason: Type.String(),
});

export interface LiveReading<T> {
  readonly found: readonly (T & ReadAt)[];
  readonly unreadable: readonly Unreadable[];
}

/** Asks controllers themselves, a few at a time, while a caller waits. */
export interface LiveControllers {
  /** Throws `kernel.not_found` when the scope names a site or a controller that the caller does not see. */
  assertSeen(principal: Principal, scope: SyncedScope): Promise<void>;
  /**
   * Answers of every controller in the scope; those for which `read` gives undefined are passed over. Throws
   * `gateway.too_wide`.
   */
  ask<T>(
    principal: Principal,
    scope: SyncedScope,
    read: (session: VendorSession) => Promise<readonly T[]> | undefined,
  ): Promise<LiveReading<T>>;
}

export const LIVE_CONTROLLERS: Token<LiveControllers> = token('gateway.live-controllers');
