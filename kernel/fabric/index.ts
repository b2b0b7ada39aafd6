export {
  type Artifact,
  type ArtifactReference,
  type HandedArtifact,
  MAX_ARTIFACT_BYTES,
} from './artifacts/artifact.ts';
export {
  ARTIFACT_HOLDERS,
  ARTIFACT_STORES,
  type ArtifactClaim,
  type ArtifactHolder,
  type ArtifactStore,
  type KeepOptions,
  UNFINISHED_SUFFIX,
} from './artifacts/artifact-store.ts';
export { ANY_MEDIA, ARTIFACTS, Artifacts, acceptsMedia, artifactIn } from './artifacts/artifacts.ts';
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
  type OperationResult,
  type OperationRun,
  type ReadOperation,
  readOperation,
  type WriteOperation,
  writeOperation,
} from './define-operation.ts';
export * from './errors.ts';
export { inputSchemaOf } from './input-schema.ts';
export {
  accessOf,
  INVOKER,
  type Invocation,
  type InvocationResult,
  Invoker,
  type Preview,
} from './invoker.ts';
export {
  nounOf,
  REFERENCES,
  type Reference,
  type ReferenceKind,
  referencesIn,
  refersTo,
} from './references.ts';
export { STAGERS, type StageFinding, type StageRequest, type Stager, type StageTarget } from './stager.ts';
export {
  type Condition,
  type Conditions,
  ConditionsSchema,
  evaluateConditions,
} from './templates/conditions.ts';
export { type PathVerdict, pathInSchema } from './templates/schema-path.ts';
export * from './templates/template.ts';
export { templatePaths } from './templates/template-paths.ts';
