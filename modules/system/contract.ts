import type { Unit } from '@patchbay/kernel/database';
import { type Token, token } from '@patchbay/kernel/di';
import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';

/** Source of the gate's state; `fallback`: none is set, so it is closed (DECISIONS 22). */
export type GateSource = 'override' | 'environment' | 'default' | 'fallback';

export interface GateState {
  readonly read_only: boolean;
  readonly source: GateSource;
}

/** The platform's write gate: closed, no staged write reaches a device (SPEC 3.1, 9). */
export interface WriteGate {
  /**
   * Reads the override from the database at every call, so that what it says holds in every process; over the
   * connection of the unit that asks, if one does.
   */
  state(unit?: Unit): Promise<GateState>;
  isOpen(unit?: Unit): Promise<boolean>;
}

export const WRITE_GATE: Token<WriteGate> = token('system.write-gate');

/** A page of the guide for those who use the platform. */
export interface GuidePage {
  /** Words joined by hyphens, as in an address. */
  readonly id: string;
  readonly title: string;
  /** Markdown; a link to another page is `guide/<id>`. */
  readonly file: URL;
}

/** A way into the platform beside its API, which `GET /` names. */
export interface Entrance {
  /** Field of the answer. */
  readonly name: string;
  readonly path: string;
  /** A caller who prefers this to JSON is sent there. */
  readonly media_type: string;
}

/** Entrances of the modules that are on. */
export const ENTRANCES: ExtensionPoint<Entrance> = extensionPoint('system.entrances');

/** Pages of all modules, listed at `GET /guide`. */
export const GUIDE_PAGES: ExtensionPoint<GuidePage> = extensionPoint('system.guide-pages');
