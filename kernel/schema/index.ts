export { type CanonicalRules, canonicalJson } from './canonical-json.ts';
export { closed, openedForReply } from './closed-schema.ts';
export { detailsOf } from './details.ts';
export { isRecord } from './is-record.ts';
export { newId } from './new-id.ts';
export { Nullable, NullableText } from './nullable.ts';
export { perSchema } from './per-schema.ts';
export { SchemaCompiler } from './schema-compiler.ts';
export { isUuid } from './uuid.ts';
