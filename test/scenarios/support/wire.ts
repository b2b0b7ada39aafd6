import type { Test } from 'tap';
import { type Answer, bootPlatform, type Person } from '../../harness/index.ts';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const NOWHERE = '0199aa00-0000-7000-8000-00000000dead';
export const PAGE = ['items', 'page', 'pages', 'per_page', 'total'];

export const keysOf = (value: object): readonly string[] => Object.keys(value).sort();

/** That every one of these names, parted by spaces, stands in the reply. */
export function holds(t: Test, value: object, names: string): void {
  t.same(
    names.split(' ').filter((name) => !(name in value)),
    [],
    'no field is missing',
  );
}

/** SPEC 7: the envelope, its request id, and a machine word where one is decided. */
export function refused(t: Test, answer: Answer, code: number, { type, what = '' }: Refusal = {}): void {
  const { status, body, text, headers } = answer;
  t.equal(status, code, `${what} ${text}`);
  t.match(body, { error: { code, message: String, request_id: String, ...(type ? { type } : {}) } }, what);
  t.equal(headers['x-request-id'], body?.error?.request_id, 'the header repeats the id');
}

interface Refusal {
  readonly type?: string;
  readonly what?: string;
}

/** A platform that may write to gear, people of four roles on it, and short ways to call as them. */
export async function wireWorld(t: Pick<Test, 'teardown'>) {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const call = platform.call.bind(platform);
  const owner = await platform.owner();
  return {
    platform,
    call,
    owner,
    admin: await platform.person('org_admin'),
    operator: await platform.person('operator'),
    viewer: await platform.person('viewer'),
    post: (as: Person, path: string, body: object = {}) => call('POST', path, { as, body }),
    get: (as: Person, path: string) => call('GET', path, { as }),
  };
}
