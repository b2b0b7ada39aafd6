export { type Provider, provide, provideAs, provideValue } from './provider.ts';
export { type OwnedProvider, Scope, WiringError } from './scope.ts';
export { Service } from './service.ts';
export {
  type Dependency,
  type Deps,
  type Public,
  type Resolved,
  type Token,
  token,
  tokenOf,
  type Values,
} from './token.ts';
