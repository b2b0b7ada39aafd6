import { ApiError, call, type ReplyOf } from '@patchbay/console-kit';
import { fieldFault } from '../controls/faults.ts';
import { PUBLIC_PATHS } from '../public-paths.ts';
import { keepReturnAddress } from './return-address.ts';

type Beginning = ReplyOf<'POST', '/auth/sso/oidc/authorize'>;

/** Thrown for an address to go to that is none of the web. */
export class StrangeAddress extends Error {
  override readonly name = 'StrangeAddress';
}

/** Sends the browser to the provider, which sends it back to the callback page. */
export async function beginOidc(provider_id: string, remember_me: boolean): Promise<void> {
  const { authorization_url } = await authorize({ provider_id, remember_me });
  const { protocol } = URL.parse(authorization_url) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:') throw new StrangeAddress(authorization_url);
  keepReturnAddress();
  location.assign(authorization_url);
}

/** Platforms whose settings do not name this console's own callback have one that they send on. */
async function authorize(body: { provider_id: string; remember_me: boolean }): Promise<Beginning> {
  const redirect_uri = `${location.origin}${PUBLIC_PATHS.callback}`;
  try {
    return (await call('POST', '/auth/sso/oidc/authorize', { body: { ...body, redirect_uri } })).data;
  } catch (error) {
    if (!(error instanceof ApiError) || fieldFault(error, 'redirect_uri') === undefined) throw error;
    return (await call('POST', '/auth/sso/oidc/authorize', { body })).data;
  }
}
