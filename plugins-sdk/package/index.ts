export { contentDigest, SIGNATURE_FILE } from './archive/digest.ts';
export { archiveBounds } from './archive/entry-rules.ts';
export { type PluginArchive, readPluginArchive, unpackArchive } from './archive/read.ts';
export { createSigningKeys, findSigner, signFiles } from './archive/signature.ts';
export { writePluginArchive } from './archive/write.ts';
export {
  describeBudget,
  type EmitBudgetName,
  type EmitSpent,
  type Emitted,
  emitBudgets,
  overdrawnBudget,
} from './emit-budget.ts';
export { EVENT_PATTERN, matchesEventPattern } from './event-pattern.ts';
export { CheckBudget } from './json-schema/check-budget.ts';
export { schemaBounds, schemaProblems } from './json-schema/subset.ts';
export { type DataProblem, validateData } from './json-schema/validate.ts';
export {
  type ManifestEvent,
  type ManifestOperation,
  type ManifestTool,
  type PluginManifest,
  type PluginPermissions,
  supportedSdkMajors,
} from './manifest.ts';
export { PluginPackageError, type PluginPackageErrorCode } from './package-error.ts';
export { readManifest } from './read-manifest.ts';
export { registrationProblems, registrationsOf } from './registrations.ts';
