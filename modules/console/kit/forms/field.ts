import type { ReactNode } from 'react';
import type { Choice } from '../controls/select-field.tsx';

interface FieldBase<V> {
  readonly key: keyof V & string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  /** Shown only while this holds. */
  isShown?(values: V): boolean;
}

/** Input of a control that a page draws itself. */
export interface CustomControl<V> {
  readonly values: V;
  readonly value: unknown;
  set(value: unknown): void;
  readonly error: string | undefined;
}

/**
 * A field of a form. Texts: `text`, `multiline`, `mono`, `password`, `email`, `url`; `number` may be null; `switch` is a
 * boolean; `list` an array of texts; `time` an ISO text or null; `site`, `controller` and `user` an id or null.
 */
export type FormField<V> =
  | (FieldBase<V> & {
      readonly kind: 'text' | 'multiline' | 'mono' | 'password' | 'email' | 'url';
      readonly autoComplete?: string;
    })
  | (FieldBase<V> & { readonly kind: 'number' | 'switch' | 'list' | 'time' | 'site' | 'controller' | 'user' })
  | (FieldBase<V> & {
      readonly kind: 'choice' | 'radio';
      readonly choices: readonly (Choice & { readonly hint?: string })[];
    })
  | (FieldBase<V> & { readonly kind: 'custom'; control(control: CustomControl<V>): ReactNode });
