export { type Provider, provide, provideValue } from './provider.ts';
export { type OwnedProvider, Scope, WiringError } from './scope.ts';
export { type Deps, type Public, type Resolved, type Token, token, type Values } from './token.ts';
