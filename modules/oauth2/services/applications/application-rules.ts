import { Service } from '@patchbay/kernel/di';
import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import type { PermissionMap } from '@patchbay/kernel/permissions';
import type { ApplicationPatch } from '../../schemas/applications.ts';
import { faultOfRedirectUri } from './redirect-uri.ts';

/** Rules for the registration of an application, beyond its schema. */
export class ApplicationRules extends Service<{ permissions: Pick<PermissionMap, 'isDeclared'> }> {
  /** Throws `kernel.validation_failed` for redirect URIs that are not safe and scopes that are no permissions. */
  check({ redirect_uris = [], scopes = [] }: ApplicationPatch): void {
    const details = [
      ...redirect_uris.flatMap(uriFaults),
      ...scopes.flatMap((scope, at) => this.#faults(scope, at)),
    ];
    if (details.length > 0) throw validationFailed({ details });
  }

  #faults(scope: string, at: number): readonly ErrorDetail[] {
    if (this.parts.permissions.isDeclared(scope)) return [];
    return [{ field: `scopes.${at}`, message: `"${scope}" is no permission`, type: 'unknown_scope' }];
  }
}

function uriFaults(uri: string, at: number): readonly ErrorDetail[] {
  const message = faultOfRedirectUri(uri);
  return message === null ? [] : [{ field: `redirect_uris.${at}`, message, type: 'redirect_uri' }];
}
