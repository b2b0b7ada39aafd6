import type { ReplyOf } from '@patchbay/console-kit';

/** A way to sign in to an organization, as people who are signed out see it. */
export type Provider = ReplyOf<'GET', '/auth/sso/providers/public'>['items'][number];
