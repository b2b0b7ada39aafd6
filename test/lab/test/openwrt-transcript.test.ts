import { readFileSync } from 'node:fs';
import t from 'tap';
import { OpenWrtController } from '../controllers/openwrt/controller.ts';
import type { Section } from '../controllers/openwrt/uci/section-names.ts';
import { exchange } from './support/bench.ts';

interface Exchange {
  readonly request: unknown;
  readonly response: { readonly status: number; readonly body: unknown };
  readonly note?: string;
}

const transcript = JSON.parse(
  readFileSync(new URL('../vendor-data/openwrt/transcript.json', import.meta.url), 'utf8'),
) as { readonly exchanges: readonly Exchange[] };

const section = (type: string, name: string, options: Section['options']): Section => ({
  name,
  type,
  anonymous: name === '',
  options,
});

/** The files of the machine on which the exchanges were recorded. */
const recorded = {
  network: [
    section('interface', 'loopback', {
      device: 'lo',
      proto: 'static',
      ipaddr: '127.0.0.1',
      netmask: '255.0.0.0',
    }),
    section('device', '', { name: 'br-lan', type: 'bridge', ports: ['eth1'] }),
    section('interface', 'lan', {
      device: 'br-lan',
      proto: 'static',
      ipaddr: '192.168.1.1',
      netmask: '255.255.255.0',
    }),
  ],
  rpcd: [section('login', '', { username: 'root', password: '$p$root', read: ['*'], write: ['*'] })],
  system: [section('system', '', { hostname: 'OpenWrt', timezone: 'UTC' })],
};

/** Exchanges of a second login beside the first. */
const ofOther = new Set([
  'another session does not see staged changes',
  'set while another session waits for confirm',
  'apply while another session waits for confirm',
  'commit while a rollback is pending',
  'confirm from another session',
]);

t.test('every recorded exchange is answered alike: status, envelope and key names', async (t) => {
  const device = new OpenWrtController({ plain_http: true, password: 'secret' });
  device.install(recorded);
  const { url } = await device.start();
  t.teardown(() => device.stop());
  const send = (body: unknown) => exchange(`${url}/ubus`, 'POST', body);
  const login = async () => {
    const answer = await send(
      call('0'.repeat(32), 'session', 'login', { username: 'root', password: 'secret' }),
    );
    return (answer.json as { result: [number, { ubus_rpc_session: string }] }).result[1].ubus_rpc_session;
  };
  const sessions = { first: await login(), other: await login() };
  for (const [index, { request, response, note }] of transcript.exchanges.entries()) {
    if (note === 'after the rollback timer fired') device.clock.advance(2_000);
    const session = sessions[ofOther.has(note ?? '') ? 'other' : 'first'];
    const answer = await send(withSession(request, session));
    const name = `${index} ${note ?? JSON.stringify(request).slice(0, 120)}`;
    t.equal(answer.status, response.status, name);
    t.same(shapeOf(answer.json), shapeOf(response.body), name);
  }
  t.equal(transcript.exchanges.length, 66, 'none was left out');
});

const call = (session: string, ...rest: readonly unknown[]) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'call',
  params: [session, ...rest],
});

const withSession = (request: unknown, session: string): unknown =>
  typeof request === 'string'
    ? request
    : JSON.parse(JSON.stringify(request).replaceAll('<session>', session));

/** Key names and kinds of values, numbers of the envelope; what differs from machine to machine is left out. */
function shapeOf(body: unknown): unknown {
  const { result, ...rest } = body as { result?: unknown };
  if (!Array.isArray(result)) return { ...rest, result: keysOf(result) };
  return { ...rest, result: [result[0], keysOf(result[1])] };
}

function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [keysOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keysOf(inner)]));
}
