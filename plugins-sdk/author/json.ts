/** Any JSON value. Values that enter and leave a plugin are always JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * A JSON Schema of the bounded subset that plugins may bring: `type`, `properties`, `required`,
 * `additionalProperties`, `items`, `enum`, `const`, `anyOf`, the numeric, length and count bounds, and the
 * annotations. No `pattern`, no `$ref`; depth 12, 500 subschemas, 32 KiB.
 */
export type JsonSchema = boolean | { readonly [keyword: string]: Json };
