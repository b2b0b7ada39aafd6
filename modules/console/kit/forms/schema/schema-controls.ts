import { createContext, type ReactNode } from 'react';
import type { FormSchema } from './form-schema.ts';

/** A property of a form that is made from a schema. */
export interface SchemaProperty {
  readonly label: string;
  readonly schema: FormSchema;
  /** Within the whole value. */
  readonly path: string;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly error: string | undefined;
  /** Undefined leaves the property out. */
  set(value: unknown): void;
}

/** Draws the control of a property instead of the form; null leaves it to the form. */
export type DrawProperty = (property: SchemaProperty) => ReactNode;

/** Around a form whose values may be more than their schema says: templates, say. */
export const SchemaControls = createContext<DrawProperty>(() => null);

/**
 * Around a form of a device's values: an empty text is a value of its own, and the bounds of a text do not say whether
 * it has several lines.
 */
export const DeviceValues = createContext(false);
