import type { ChildProcess } from 'node:child_process';
import { call } from '../harness/http-client.ts';
import { startHost } from './platform-host.ts';
import { freshAddress, PASSWORD } from './scene.ts';
import type { Stage } from './stage.ts';

const LOGIN = 'owner@bench.example';

/** A platform in a process of its own that measures itself, with one person in it. */
export interface IdentitySide {
  readonly child: ChildProcess;
  readonly url: string;
  /** Answers the access token, and how long it took. */
  signIn(): Promise<{ readonly token: string; readonly ms: number }>;
}

export async function startIdentitySide(stage: Stage, core?: number | null): Promise<IdentitySide> {
  const { child, hello } = await startHost<{ readonly url: string }>(stage, 'identity-host.ts', core);
  const { url } = hello;
  const post = async (path: string, status: number, body: object) => {
    const answer = await call(url, 'POST', `/api/v1${path}`, { body, from: freshAddress() });
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  await post('/setup/initialize', 201, {
    organization_name: 'Bench',
    email: LOGIN,
    username: 'bench-owner',
    password: PASSWORD,
  });
  const signIn = async () => {
    const startedMs = performance.now();
    const { access_token } = await post('/auth/login', 200, { login: LOGIN, password: PASSWORD });
    return { token: String(access_token), ms: performance.now() - startedMs };
  };
  return { child, url, signIn };
}
