export { Nullable, NullableText } from './nullable.ts';
export { isUuid } from './uuid.ts';
