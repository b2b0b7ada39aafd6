import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';
import { WebSocket } from 'ws';
import { readKernelConfig } from '../../../../config/index.ts';
import type { Authenticator, Principal } from '../../../../permissions/index.ts';
import { ManualClock, PrometheusMetrics, silentLogger } from '../../../../telemetry/index.ts';
import { MemoryCache } from '../../../cache/index.ts';
import {
  type AnySocket,
  defineSocket,
  type SocketConnection,
  type SocketLimits,
  SocketServer,
} from '../../index.ts';

export const ID = '018f0000-0000-7000-8000-0000000000bb';

/** Tokens are user names; users may be revoked and changed while connected. */
export class Users implements Authenticator {
  readonly revoked = new Set<string>();
  role: Principal['role'] = 'viewer';
  epoch = 0;
  revalidations = 0;
  hold: Promise<void> | undefined;

  async authenticate(credential: Parameters<Authenticator['authenticate']>[0]): Promise<Principal | null> {
    if (credential.kind === 'headers' && credential.value !== 'agent-key') return null;
    if (credential.value === 'bad') return null;
    if (credential.value === 'broken') throw new Error('database gone');
    return {
      kind: credential.value === 'key' ? 'api_key' : credential.kind === 'headers' ? 'system' : 'user',
      user_id: credential.kind === 'headers' ? null : credential.value,
      organization_id: ID,
      role: this.role,
      scopes: null,
      site_ids: null,
      key_id: null,
      session_id: null,
      token_version: 0,
    };
  }

  epochOf(): number {
    return this.epoch;
  }

  async revalidate(principal: Principal): Promise<Principal | null> {
    this.revalidations += 1;
    await this.hold;
    return this.revoked.has(principal.user_id ?? '') ? null : { ...principal, role: this.role };
  }
}

/** A client that remembers its frames and how it was closed. */
export class Client {
  readonly ws: WebSocket;
  readonly frames: unknown[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  #wake: (() => void)[] = [];

  constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data) => {
      this.frames.push(JSON.parse(data.toString()));
      this.#tell();
    });
    ws.on('error', () => {});
    ws.on('open', () => this.#tell());
    ws.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
      this.#tell();
    });
  }

  send(frame: unknown): void {
    this.ws.send(JSON.stringify(frame));
  }

  /** Resolves when the condition holds; checked whenever something happens. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }

  async frame(count = 1): Promise<unknown> {
    await this.until(() => this.frames.length >= count || this.closed !== undefined);
    return this.frames[count - 1];
  }

  async close(): Promise<{ readonly code: number; readonly reason: string } | undefined> {
    await this.until(() => this.closed !== undefined);
    return this.closed;
  }

  #tell(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

export interface Assembly {
  readonly sockets: SocketServer;
  readonly users: Users;
  readonly clock: ManualClock;
  readonly port: number;
  readonly connections: SocketConnection[];
  state: 'enabled' | 'disabled' | 'degraded';
  connect(path?: string, headers?: Record<string, string>): Client;
  /** Connected and authenticated by first frame. */
  signedIn(user: string): Promise<Client>;
}

export async function assemble(
  t: Test,
  limits: Partial<SocketLimits> = {},
  environment: Record<string, string> = {},
  extra: readonly AnySocket[] = [],
): Promise<Assembly> {
  const connections: SocketConnection[] = [];
  const users = new Users();
  const clock = new ManualClock();
  const open = (connection: SocketConnection) => {
    connections.push(connection);
    connection.send({ type: 'connected', user: connection.principal.user_id, params: connection.params });
    return {
      message: (frame: unknown) => {
        connection.send({ type: 'echo', frame });
      },
      refreshed: (principal: Principal) => {
        connection.send({ type: 'refreshed', role: principal.role });
      },
      closed: () => {},
    };
  };
  const stream = defineSocket({
    id: 'test.stream',
    path: '/ws',
    summary: 'Echoes',
    authentication: 'user',
    open,
  });
  const agent = defineSocket({
    id: 'test.agent',
    path: '/agents/ws/{agent_id}',
    summary: 'Echoes agents',
    authentication: { scheme: 'agent', id: 'X-Agent-ID', key: 'X-Agent-Key' },
    open,
  });
  const sockets = new SocketServer({
    config: readKernelConfig({
      LOG_LEVEL: 'silent',
      CORS_ORIGINS: 'https://console.example.com',
      ...environment,
    }),
    logger: silentLogger,
    metrics: new PrometheusMetrics(),
    clock,
    authenticators: { values: [users], version: 1 },
    cache: new MemoryCache({ clock, logger: silentLogger }),
    limits: { sweepMs: 5, ...limits },
  });
  const server = createServer();
  const assembly = { state: 'enabled' as const };
  sockets.attach(
    server,
    [stream, agent, ...extra].map((socket) => ({
      socket,
      moduleId: 'test',
      state: () => made.state,
      deps: {},
    })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clients: Client[] = [];
  t.teardown(async () => {
    for (const { ws } of clients) ws.terminate();
    await sockets.close(200);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const connect = (path = '/api/v1/ws', headers: Record<string, string> = {}): Client => {
    const client = new Client(
      new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers, perMessageDeflate: false }),
    );
    clients.push(client);
    return client;
  };
  const signedIn = async (user: string): Promise<Client> => {
    const client = connect();
    await client.until(() => client.ws.readyState === WebSocket.OPEN);
    client.send({ type: 'auth', token: user });
    await client.frame();
    return client;
  };
  const made: Assembly = { sockets, users, clock, port, connections, connect, signedIn, ...assembly };
  return made;
}
