import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createRawServer, type Server as RawServer } from 'node:net';
import type { Test } from 'tap';
import { ManualClock } from '../../../telemetry/index.ts';
import { GuardedOutbound, type OutboundFailure, type OutboundRequest, type Resolver } from '../index.ts';

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
export const deviceCertificate = fixture('device.cert.pem');

/** A peer on loopback that counts connections. */
export interface Peer {
  readonly port: number;
  readonly connections: () => number;
}

async function listen(t: Test, server: Server | RawServer, event = 'connection'): Promise<Peer> {
  let connections = 0;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on(event, () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

export const httpPeer = (t: Test, handle: RequestListener): Promise<Peer> => listen(t, createServer(handle));

export const httpsPeer = (t: Test, handle: RequestListener, name = 'device'): Promise<Peer> =>
  listen(
    t,
    createSecureServer({ key: fixture(`${name}.key.pem`), cert: fixture(`${name}.cert.pem`) }, handle),
  );

export const rawPeer = (t: Test, handle: (socket: Socket) => void): Promise<Peer> =>
  listen(t, createRawServer(handle));

/** A resolver that answers from a table, or in order from lists of answers. */
export function resolverOf(
  table: Record<string, readonly string[] | readonly (readonly string[])[]>,
): Resolver {
  const asked = new Map<string, number>();
  return {
    resolve: async (host) => {
      const known = table[host];
      if (known === undefined) return [host];
      const turn = asked.get(host) ?? 0;
      asked.set(host, turn + 1);
      const answer = Array.isArray(known[0]) ? (known[Math.min(turn, known.length - 1)] ?? []) : known;
      return answer as readonly string[];
    },
  };
}

export function makeOutbound(
  t: Test,
  table: Parameters<typeof resolverOf>[0] = {},
  clock = new ManualClock(),
): GuardedOutbound {
  const outbound = new GuardedOutbound(resolverOf(table), clock);
  t.teardown(() => outbound.dispose());
  return outbound;
}

export const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  policy: 'equipment',
  url,
  method: 'GET',
  timeoutMs: 3_000,
  ...more,
});

/** The failure of a request that must fail. */
export async function failureOf(sending: Promise<unknown>): Promise<OutboundFailure> {
  return sending.then(
    () => {
      throw new Error('the request did not fail');
    },
    (failure: OutboundFailure) => failure,
  );
}
