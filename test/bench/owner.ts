import { call } from '../harness/http-client.ts';

/** Administrator who sets an empty platform up. */
export const OWNER = { email: 'owner@bench.example', password: 'Correct-horse-battery-9' };

/** A platform set up over HTTP, and its owner. */
export interface Owner {
  readonly organization_id: string;
  /** Answers the body; throws for anything but a success. */
  readonly post: (path: string, body: object) => ReturnType<typeof poster>;
}

async function poster(url: string, path: string, body: object, token?: string) {
  const answer = await call(url, 'POST', `/api/v1${path}`, {
    body,
    ...(token === undefined ? {} : { token }),
  });
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Sets an empty platform up and signs its owner in. */
export async function setUp(url: string): Promise<Owner> {
  const { organization } = await poster(url, '/setup/initialize', {
    ...OWNER,
    organization_name: 'Bench',
    username: 'bench-owner',
  });
  const { access_token } = await poster(url, '/auth/login', {
    login: OWNER.email,
    password: OWNER.password,
  });
  return {
    organization_id: String(organization.id),
    post: (path, body) => poster(url, path, body, String(access_token)),
  };
}
