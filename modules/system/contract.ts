import { type Token, token } from '@patchbay/kernel/di';

/** Source of the gate's state; `fallback`: none is set, so it is closed (DECISIONS 22). */
export type GateSource = 'override' | 'environment' | 'default' | 'fallback';

export interface GateState {
  readonly read_only: boolean;
  readonly source: GateSource;
}

/** The platform's write gate: closed, no staged write reaches a device (SPEC 3.1, 9). */
export interface WriteGate {
  /** Reads the override from the database at every call, so that what it says holds in every process. */
  state(): Promise<GateState>;
  isOpen(): Promise<boolean>;
}

export const WRITE_GATE: Token<WriteGate> = token('system.write-gate');
