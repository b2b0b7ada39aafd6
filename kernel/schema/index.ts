export { closed, openedForReply } from './closed-schema.ts';
export { detailsOf } from './details.ts';
export { addFormats } from './formats.ts';
export { isRecord } from './is-record.ts';
export { Nullable, NullableText } from './nullable.ts';
export { isUuid } from './uuid.ts';
