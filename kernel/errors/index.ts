export * from './catalogue.ts';
export {
  defineError,
  type ErrorDeclaration,
  type ErrorDefinition,
  type ErrorDetail,
  type ErrorOptions,
  PatchbayError,
} from './define-error.ts';
export type { ErrorKind } from './kind.ts';
