export {
  type AiToolEntry,
  type BoundOperation,
  CATALOG,
  CATALOG_SOURCES,
  Catalog,
  type CatalogSource,
  type CatalogView,
  type EventEntry,
  type OperationEntry,
  type Tier,
} from './catalog.ts';
export {
  type AnyOperation,
  type Artifact,
  type OperationResult,
  type OperationRun,
  type ReadOperation,
  readOperation,
  type WriteOperation,
  writeOperation,
} from './define-operation.ts';
export * from './errors.ts';
export {
  accessOf,
  INVOKER,
  type Invocation,
  type InvocationResult,
  Invoker,
  type Preview,
} from './invoker.ts';
export { STAGERS, type StageRequest, type Stager } from './stager.ts';
