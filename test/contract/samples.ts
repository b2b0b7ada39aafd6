import type { DiscoveredModule } from '@patchbay/kernel/modules';
import type { LabController, LabEndpoint } from '@patchbay/lab';
import type { ChangeOperation } from '@patchbay/vendor-kit';

export type FaultKind = Parameters<LabController['faults']['set']>[0]['kind'];
export type Payload = Readonly<Record<string, unknown>>;

/** Ids of `changeErrors` with which the undo of a change says that it cannot be. */
export type Refusal =
  | 'changes.no_inverse'
  | 'changes.secrets_not_kept'
  | 'changes.cannot_unset'
  | 'changes.nothing_to_undo';

/** What a feature is tried with. A text value `@firewall.alias` stands for the id of what that feature made before. */
export interface FeatureSample {
  /** Payloads by operation; a deletion without one sends `{}`. */
  readonly create?: Payload;
  readonly update?: Payload;
  readonly delete?: Payload;
  /** Target where the feature makes none itself; may be `@…` too, or what is found among live objects. */
  readonly target?: string | ((live: Live) => Promise<string>);
  /** Operations that cannot be undone, and what says so; every other one is undone. */
  readonly stays?: Readonly<Partial<Record<ChangeOperation, Refusal>>>;
  /** The device goes, or forgets everything: it is done to a device of its own. */
  readonly isEnd?: true;
  /** Features whose samples the device needs before it, though no value names them. */
  readonly after?: readonly string[];
  /** What it needs that no sample before it makes. */
  readonly first?: Groundwork;
  /** Fields of its payloads that are found among live objects. */
  lookUp?(live: Live): Promise<Payload>;
  /** Another device than the contract's, for a change that is done to one of its own. */
  start?(): Promise<LabDevice>;
  /** What is deleted is shown for a while yet, until the device has cleared up. */
  readonly lingers?: true;
  /** What its attempt keeps of what the device prints, by operation. */
  readonly prints?: Readonly<Partial<Record<ChangeOperation, unknown>>>;
  /** How often the call of the table is made by one change, where not once. */
  readonly calls?: number;
}

/** Live objects of a feature, as the gateway lists them. */
export type Live = (feature: string) => Promise<readonly Payload[]>;

/** A feature and the payload of its creation, made first for the samples to refer to. */
export type Groundwork = readonly (readonly [feature: string, payload: Payload])[];

export type Samples = Readonly<Record<string, FeatureSample>>;

/** A write as the ledger of a simulated device has it. */
export type Written = ReturnType<LabController['ledger']['entries']>[number];

/** A simulated device that is switched on, and how to sign in to it. */
export interface LabDevice<L extends LabController = LabController> {
  readonly lab: L;
  readonly endpoint: LabEndpoint;
  readonly credential: {
    readonly kind: 'password' | 'key' | 'token';
    readonly username?: string;
    readonly secret: string;
  };
}

export type FaultEnd = 'succeeded' | 'refused' | 'not_sent' | 'unknown';

/** A write that faults meet on its way. */
export interface FaultSample {
  readonly feature: string;
  readonly operation: ChangeOperation;
  readonly payload: Payload;
  readonly target?: string;
  /** The request that is met, once. */
  readonly meets: { readonly method?: string; readonly path?: string; readonly body?: string };
  /** By kind of fault, where it ends otherwise than usual, which needs a reason beside it. */
  readonly ends?: Readonly<Partial<Record<FaultKind, FaultEnd>>>;
}

/** What a vendor contributes to the contract suite; its features come from what it declares. */
export interface VendorContract<L extends LabController = LabController> {
  readonly vendor: string;
  /** Where the vendor is no package of `modules/`: the module that contributes it, and its table. */
  readonly modules?: readonly DiscoveredModule[];
  readonly table?: URL;
  start(): Promise<LabDevice<L>>;
  /** By feature key without the vendor's prefix, in an order in which each finds what it refers to. */
  samples(device: LabDevice<L>): Samples | Promise<Samples>;
  readonly groundwork?: Groundwork;
  /** Whether each sample names those that it builds on: then a share of them is taken, outside of CI. */
  readonly isApart?: true;
  /** Whether a write is the call a row of the vendor's table names; by method and path unless said. */
  isCall?(template: string, written: Written): boolean;
  /** Whether a write may go with every change: a session's housekeeping. */
  isBeside?(written: Written): boolean;
  readonly faults: readonly FaultSample[];
  /** Texts of samples that no answer may hold. */
  readonly secrets?: readonly string[];
  /** After each applied change: what the device still holds back of what it was told, as it says itself. */
  waiting?(device: LabDevice<L>): readonly string[];
}
