import { defineError } from '../errors/index.ts';

export const operationNotFound = defineError({
  id: 'fabric.operation_not_found',
  kind: 'not_found',
  message: 'No such operation in the catalog.',
});
export const operationNotNative = defineError({
  id: 'fabric.operation_not_native',
  kind: 'not_implemented',
  message: 'Operations of plugins cannot be invoked from here.',
});
export const badTarget = defineError({
  id: 'fabric.bad_target',
  kind: 'unprocessable',
  type: 'BAD_TARGET',
  message: 'controller_id must be a UUID.',
});
export const noTarget = defineError({
  id: 'fabric.no_target',
  kind: 'unprocessable',
  type: 'NO_TARGET',
  message: 'A write needs controller_id in its params.',
});
export const crossTenantTarget = defineError({
  id: 'fabric.cross_tenant_target',
  kind: 'not_found',
  type: 'CROSS_TENANT_TARGET',
  message: 'No such controller in this organization.',
});
export const artifactRequired = defineError({
  id: 'fabric.artifact_required',
  kind: 'unprocessable',
  type: 'ARTIFACT_REQUIRED',
  message: 'This operation needs an artifact, and no step before it produced one.',
});
/** An artifact that was swept, that another organization keeps, or that was never there. */
export const artifactGone = defineError({
  id: 'fabric.artifact_gone',
  kind: 'not_found',
  type: 'ARTIFACT_GONE',
  message: 'The artifact is no longer stored.',
});
export const artifactAltered = defineError({
  id: 'fabric.artifact_altered',
  kind: 'unprocessable',
  type: 'ARTIFACT_ALTERED',
  message: 'The stored bytes are not those of the artifact: their SHA-256 differs.',
});
export const artifactTooLarge = defineError({
  id: 'fabric.artifact_too_large',
  kind: 'too_large',
  type: 'ARTIFACT_TOO_LARGE',
  message: 'An artifact may have 16 MiB at most.',
});
/** The place for artifacts does not answer or refuses; another try may find it well. */
export const artifactStoreFailed = defineError({
  id: 'fabric.artifact_store_failed',
  kind: 'unavailable',
  type: 'ARTIFACT_STORE_FAILED',
  message: 'The artifact store cannot be used now.',
});
export const artifactStoreFull = defineError({
  id: 'fabric.artifact_store_full',
  kind: 'conflict',
  type: 'ARTIFACT_STORE_FULL',
  message: 'The organization has reached its limit of stored bytes.',
});
export const pluginWriteForbidden = defineError({
  id: 'fabric.plugin_write_forbidden',
  kind: 'forbidden',
  type: 'PLUGIN_WRITE_FORBIDDEN',
  message: 'Plugins cannot write.',
});
/** The pending queue takes nothing more for now; the message says why. */
export const stagingRefused = defineError({
  id: 'fabric.staging_refused',
  kind: 'conflict',
  type: 'STAGING_REFUSED',
  message: 'This cannot be staged now.',
});
export const templateUnresolved = defineError({
  id: 'fabric.template_unresolved',
  kind: 'unprocessable',
  type: 'TEMPLATE_UNRESOLVED',
  message: 'A template in the params does not resolve.',
});

/** Errors that `invoke` may answer; the fabric routes list them. */
export const invokeErrors = [
  operationNotFound,
  operationNotNative,
  badTarget,
  noTarget,
  crossTenantTarget,
  artifactRequired,
  artifactGone,
  artifactAltered,
  artifactTooLarge,
  artifactStoreFailed,
  artifactStoreFull,
  pluginWriteForbidden,
  stagingRefused,
] as const;
