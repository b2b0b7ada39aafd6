export { type Access, authorize, type DecidedBy, decide, refusal, type Verdict } from './access.ts';
export { patternCovers, scopesCover } from './pattern.ts';
export { definePermission, type PermissionDeclaration } from './permission.ts';
export {
  PERMISSION_MAP,
  type PermissionDeviations,
  PermissionMap,
  type UseListener,
} from './permission-map.ts';
export { isScoped, type Principal, systemPrincipal } from './principal.ts';
export {
  isRoleName,
  outranks,
  ROLE_LEVELS,
  ROLE_NAMES,
  type RoleName,
  roleAtLeast,
  roleLevel,
} from './roles.ts';
