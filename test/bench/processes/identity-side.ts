import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { call } from '../../harness/http-client.ts';
import { freshAddress, PASSWORD } from '../scene.ts';
import type { Stage } from '../stage.ts';
import { startHost } from './platform-host.ts';

const LOGIN = 'owner@bench.example';

/** A platform in a process of its own that measures itself, with one person in it. */
export interface IdentitySide {
  readonly child: ChildProcess;
  readonly url: string;
  /** Answers the access token, and how long it took over a connection that was open already, as a browser's is. */
  signIn(): Promise<{ readonly token: string; readonly ms: number }>;
}

export async function startIdentitySide(stage: Stage, core?: number | null): Promise<IdentitySide> {
  const { child, hello } = await startHost<{ readonly url: string }>(stage, 'identity-host.ts', core);
  const { url } = hello;
  const post = async (path: string, status: number, body: object, over?: Socket) => {
    const answer = await call(url, 'POST', `/api/v1${path}`, { body, from: freshAddress(), over });
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
    const over = await connected(url);
    const startedMs = performance.now();
    const { access_token } = await post('/auth/login', 200, { login: LOGIN, password: PASSWORD }, over);
    return { token: String(access_token), ms: performance.now() - startedMs };
  };
  return { child, url, signIn };
}

/** A connection from an address of its own: the limits of sign-ins count addresses. */
async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: freshAddress() });
  await once(socket, 'connect');
  return socket;
}
