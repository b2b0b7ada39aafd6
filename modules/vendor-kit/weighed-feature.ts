import type { VendorValue } from './facts/vendor-value.ts';

export type ChangeOperation = 'create' | 'update' | 'delete';

/** A write as it is judged before it is staged, and again from what is stored of it. */
export interface ReviewedWrite {
  readonly operation: ChangeOperation;
  readonly target_id: string | null;
  readonly payload: VendorValue;
}

/** Permissions that a write needs to be staged, approved or applied. */
export interface WriteNeeds {
  /** Catastrophic asks for at least `site_admin`. */
  readonly risk: 'normal' | 'catastrophic';
  /** All of them. */
  readonly permissions: readonly string[];
  /** Fields of the payload that made it catastrophic. */
  readonly because: readonly string[];
}

/**
 * A field that makes a write catastrophic when it is there and not empty, or when it holds such a value. An
 * update that names a field and leaves it empty puts its default back: `when` judges that value too, and
 * `evenEmpty` is for fields whose default lets someone in.
 */
export type Escalation =
  | string
  | { readonly field: string; readonly when: (value: unknown) => boolean }
  | { readonly field: string; readonly evenEmpty: true };

/** Escalations that the value of one field does not show: fields with numbers in their names, and absent fields. */
export interface WholeEscalation {
  /** Names as they are shown in lists of features (`mp[n]`). */
  readonly fields: readonly string[];
  /** The fields by which this write is catastrophic; none where it is not. */
  because(write: ReviewedWrite): readonly string[];
}

/** Permissions and risk of a feature's writes. */
export interface WeighedFeature {
  /** SPEC 4.4's where it names one. */
  readonly permission: string;
  /** The least of every write; a payload may make one catastrophic. */
  readonly risk: 'normal' | 'catastrophic';
  /**
   * Fields, at any depth, by which gear runs something later or lets someone in, beside those whose names say so
   * by themselves (`lease-script`, `on-up`, `command` …): a payload that carries one is catastrophic.
   */
  readonly escalates?: readonly Escalation[];
  /** Beside `escalates`. Stored secrets are markers here. */
  readonly escalatesAsWhole?: WholeEscalation;
  /** Fields whose names sound like that and are not, each with why. */
  readonly harmless?: Readonly<Record<string, string>>;
  /**
   * For a feature that carries writes of others (any call, any setting, many at once): the keys of the written
   * features, or null when they are unknown.
   */
  carries?(write: ReviewedWrite): readonly string[] | null;
}
