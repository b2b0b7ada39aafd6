import type { TObject } from 'typebox';
import type { Provider } from '../di/index.ts';
import type { ErrorDefinition } from '../errors/index.ts';
import type { AnyListener, EventDeclaration } from '../events/index.ts';
import type { Contribution } from '../extension/index.ts';
import type { AnyOperation } from '../fabric/index.ts';
import type { MigrationDeclaration, TableDeclaration } from '../infrastructure/database/index.ts';
import type { AnyRoute } from '../infrastructure/http/index.ts';
import type { AnyJob } from '../infrastructure/jobs/index.ts';
import type { AnySocket } from '../infrastructure/sockets/index.ts';
import type { PermissionDeclaration } from '../permissions/index.ts';

/** Major version of this contract; a module built for another is refused. */
export const CONTRACT_VERSION = 1;

/** `available` is on by default, `beta` off, `disabled` cannot be enabled (DECISIONS 35). */
export type ModuleStatus = 'available' | 'beta' | 'disabled';

/** An event type that can be wired before the module that will publish it exists (SPEC 6.1). */
export interface EventReservation {
  /** Id of the module that will publish it; the catalog names it as the provider. */
  readonly owner: string;
  // biome-ignore lint/suspicious/noExplicitAny: events of different payloads stand in one list
  readonly event: EventDeclaration<any>;
}

/** Declarations of a feature area; frozen values, no calls. */
export interface ModuleDeclaration {
  readonly id: string;
  readonly title: string;
  readonly status: ModuleStatus;
  readonly contract?: number;
  readonly version?: string;
  /** Its failure to start makes the platform not ready (DECISIONS 36). */
  readonly critical?: boolean;
  /** Never loads in production. */
  readonly developmentOnly?: boolean;
  /** Paths below `/api/v1` it may mount under; `/` for root routes of the system module. */
  readonly prefixes: readonly string[];
  /** Modules whose contracts or tables it uses; while one of them is off, it is off too. */
  readonly requires?: readonly string[];
  /** Modules to whose extension points it only contributes; they may be off or absent. */
  readonly contributesTo?: readonly string[];
  /** Schema of its own slice of the environment; read it through `moduleConfig(id, schema)`. */
  readonly config?: TObject;
  readonly entities?: readonly TableDeclaration[];
  readonly migrations?: readonly MigrationDeclaration[];
  readonly providers?: readonly Provider[];
  readonly permissions?: readonly PermissionDeclaration[];
  readonly errors?: readonly ErrorDefinition[];
  readonly routes?: readonly AnyRoute[];
  readonly sockets?: readonly AnySocket[];
  // biome-ignore lint/suspicious/noExplicitAny: events of different payloads stand in one list
  readonly events?: readonly EventDeclaration<any>[];
  /** Event types of modules that are not there yet; whichever module declares one takes it over. */
  readonly reserves?: readonly EventReservation[];
  readonly operations?: readonly AnyOperation[];
  readonly jobs?: readonly AnyJob[];
  readonly listeners?: readonly AnyListener[];
  readonly contributes?: readonly Contribution[];
}

/** Declares a module: its `index.ts` exports this by default. */
export const defineModule = (declaration: ModuleDeclaration): ModuleDeclaration => Object.freeze(declaration);
