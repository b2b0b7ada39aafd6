export {
  type Contribution,
  type Contributions,
  contribute,
  contributeWith,
  type ExtensionPoint,
  extensionPoint,
} from './point.ts';
