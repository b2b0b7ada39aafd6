import type { RoleName } from './roles.ts';

/** A permission a module declares; it names the lowest role that holds it, or none (SPEC 5.8). */
export interface PermissionDeclaration {
  readonly id: string;
  readonly title: string;
  readonly lowest: RoleName | null;
}

export const definePermission = (declaration: PermissionDeclaration): PermissionDeclaration =>
  Object.freeze(declaration);
