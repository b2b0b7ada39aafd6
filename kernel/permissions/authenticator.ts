import { type ExtensionPoint, extensionPoint } from '../extension/index.ts';
import type { Principal } from './principal.ts';

/** The cookie in which browsers keep their access token (SPEC 5.2). */
export const ACCESS_COOKIE = 'svc_access';

/** One credential as found in a request (SPEC 5). */
export type Credential =
  | { readonly kind: 'bearer'; readonly value: string }
  | { readonly kind: 'api_key'; readonly value: string }
  | { readonly kind: 'cookie'; readonly value: string }
  /** Id and key of a client that is no user, from the headers that a socket declares. */
  | { readonly kind: 'headers'; readonly scheme: string; readonly id: string; readonly value: string };

/**
 * Turns a credential into its principal, read from the database. Answers null when the credential is not
 * of its kind; throws `kernel.unauthenticated` for one that is expired, revoked or forged, and
 * `kernel.forbidden` for an inactive user.
 */
export interface Authenticator {
  authenticate(credential: Credential): Promise<Principal | null>;
  /**
   * A number that rises when any credential of this principal may have been revoked; sockets compare it
   * per frame (DECISIONS 16).
   */
  epochOf(principal: Principal): number;
  /** Reads authority again: the principal as it is now, or null when it is gone. */
  revalidate(principal: Principal): Promise<Principal | null>;
}

/** Authenticators of credentials; the identity module contributes. */
export const AUTHENTICATORS: ExtensionPoint<Authenticator> = extensionPoint('permissions.authenticators');
