/** The part of JSON Schema that forms are made from; everything else becomes a field of JSON. */
export interface FormSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  readonly items?: FormSchema;
  readonly anyOf?: readonly FormSchema[];
  readonly oneOf?: readonly FormSchema[];
  readonly additionalProperties?: boolean | FormSchema;
  readonly readOnly?: boolean;
  readonly [word: string]: unknown;
}
