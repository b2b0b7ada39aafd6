export { type Access, authorize, type DecidedBy, decide, oneself, refusal, type Verdict } from './access.ts';
export { ACCESS_COOKIE, AUTHENTICATORS, type Authenticator, type Credential } from './authenticator.ts';
export { assertAtSite, heldToSites } from './held-to-sites.ts';
export { patternCovers, scopesCover } from './pattern.ts';
export { definePermission, type PermissionDeclaration } from './permission.ts';
export {
  PERMISSION_MAP,
  type PermissionDeviations,
  PermissionMap,
  type UseListener,
} from './permission-map.ts';
export { isScoped, type Principal, systemPrincipal } from './principal.ts';
export { PROOF_KEEPERS, type Proof, type ProofKeeper } from './proof.ts';
export {
  isRoleName,
  outranks,
  ROLE_LEVELS,
  ROLE_NAMES,
  type RoleName,
  roleAtLeast,
  roleLevel,
} from './roles.ts';
export { SITE_GUARDS, type SiteGuard } from './site-guard.ts';
