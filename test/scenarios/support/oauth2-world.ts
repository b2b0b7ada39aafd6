import type { Test } from 'tap';
import { type Answer, bootPlatform, type Person } from '../../harness/index.ts';
import { form, OAUTH2_MODULES, register } from './oauth2.ts';

/** A platform with a confidential and a public application, and what is asked of them again and again. */
export async function oauth2World(t: Test) {
  const harness = await bootPlatform(t, { environment: { PATCHBAY_MODULES: OAUTH2_MODULES }, work: false });
  const owner = await harness.owner();
  const admin = await harness.person('org_admin');
  const app = await register(harness, admin);
  const open = await register(harness, admin, { name: 'Phone', confidential: false });
  const exchange = (fields: Record<string, string>, options = {}) =>
    form(harness, '/oauth2/token', fields, options);
  const use = (token: string, method = 'GET', path = '/sites', body?: unknown) =>
    harness.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const ask = (as: Person, request: object) =>
    harness.call('GET', `/oauth2/authorize?${new URLSearchParams(request as Record<string, string>)}`, {
      as,
    });
  return { harness, owner, admin, app, open, exchange, use, ask };
}

export const said = ({ status, body }: Answer) => [status, body.error];
