import type { TablesOf } from '@patchbay/kernel/database';
import { OAuth2AccessToken } from './oauth2-access-token.ts';
import { OAuth2Application } from './oauth2-application.ts';
import { OAuth2Code } from './oauth2-code.ts';
import { OAuth2Grant } from './oauth2-grant.ts';
import { OAuth2RefreshToken } from './oauth2-refresh-token.ts';

export const entities = [OAuth2Application, OAuth2Grant, OAuth2Code, OAuth2AccessToken, OAuth2RefreshToken];

declare module '@patchbay/kernel/database' {
  interface Tables extends TablesOf<typeof entities> {}
}
