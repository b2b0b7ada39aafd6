import { join } from 'node:path';
import { call } from '../../../harness/http-client.ts';
import { atLeast, type Bench, type Line } from '../../bench.ts';
import { callsPerSecond } from '../../load/callers.ts';
import { startLab } from '../../processes/lab-process.ts';
import { ask } from '../../processes/message.ts';
import { cpuMs, SERVER_CORE, startNode, stop } from '../../processes/processes.ts';
import { alternate } from '../../rounds.ts';
import { expect, type Scene } from '../../scene.ts';
import type { Stage } from '../../stage.ts';
import { median } from '../../statistics.ts';

const FLOOR = join(import.meta.dirname, '..', '..', 'floors', 'router-client.ts');
const FEATURE = 'routeros.firewall.filter';
/** As many exchanges as the platform has with one controller at a time. */
const CALLERS = 2;
const WARM_UP_SECONDS = 3;
/** Both sides have made so many before they are measured: most of the first ones is the compiler's time. */
const WARM_UP_CHANGES = 600;
const ROUTER_ANSWERS_MS = 20;

interface Side {
  readonly perSecond: number;
  readonly cpuMsPerApply: number;
}

async function run(stage: Stage): Promise<readonly Line[]> {
  const scene = await stage.scene();
  const lab = await startLab('mikrotik');
  const client = startNode([FLOOR], SERVER_CORE, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    const router = await registered(scene, lab.endpoint);
    // Each side has its own: what others write meanwhile makes a staged change stale.
    const rulesFor = (side: string) =>
      Promise.all(Array.from({ length: CALLERS }, (_, each) => router.rule(`${side} ${each}`)));
    const [rules, own] = [await rulesFor('floor'), await rulesFor('product')];
    const { seconds, rounds } = stage.options;
    const measured =
      (pid: number, work: (seconds: number) => Promise<number>) => async (forSeconds: number) => {
        const before = cpuMs(pid);
        const perSecond = await work(forSeconds);
        return { perSecond, cpuMsPerApply: (cpuMs(pid) - before) / (perSecond * forSeconds) } satisfies Side;
      };
    const floor = measured(client.pid ?? 0, async (forSeconds) => {
      const facts = { endpoint: lab.endpoint, rules, seconds: forSeconds };
      return (await ask<{ readonly perSecond: number }>(client, facts)).perSecond;
    });
    const product = measured(scene.product.pid, (forSeconds) =>
      callsPerSecond(CALLERS, forSeconds, (caller) => router.change(String(own[caller]))),
    );
    const warmUpSeconds = stage.of(WARM_UP_SECONDS, 0.1);
    const warmUp = async (side: (forSeconds: number) => Promise<Side>): Promise<void> => {
      const wanted = stage.of(WARM_UP_CHANGES, 1);
      for (let made = 0; made < wanted; ) {
        const { perSecond } = await side(warmUpSeconds);
        if (perSecond === 0) throw new Error('no change was made while warming up');
        made += perSecond * warmUpSeconds;
      }
    };
    await warmUp(floor);
    await warmUp(product);
    const line = async (name: string, answers: string, bar: number): Promise<Line> => {
      const sides = await alternate(rounds, { floor: () => floor(seconds), product: () => product(seconds) });
      const cpu = [sides.floor, sides.product]
        .map((side) => median(side.map(({ cpuMsPerApply }) => cpuMsPerApply)).toFixed(1))
        .join(' and ');
      return {
        name,
        unit: 'changes/s',
        floor: sides.floor.map(({ perSecond }) => perSecond),
        product: sides.product.map(({ perSecond }) => perSecond),
        bar: atLeast(bar),
        note: `${CALLERS} at once, over TLS, ${answers}. Floor: read, write, read back. CPU per change, floor and product: ${cpu} ms.`,
      };
    };
    const atOnce = await line('stage and apply', 'a router that answers at once', 0.25);
    await slowDown(lab.endpoint, ROUTER_ANSWERS_MS);
    const asGear = await line(
      'the same, real pace',
      `one that takes ${ROUTER_ANSWERS_MS} ms to answer, as gear does`,
      0.8,
    );
    return [atOnce, asGear];
  } finally {
    await stop(client);
    await lab.stop();
  }
}

/** Every request is done at once and answered so much later. */
async function slowDown({ control_url }: Endpoint, delay_ms: number): Promise<void> {
  const { status, text } = await call(control_url, 'POST', '/faults', { body: { kind: 'slow', delay_ms } });
  if (status !== 201) throw new Error(text);
}

type Endpoint = Awaited<ReturnType<typeof startLab>>['endpoint'];

/** The lab router in the measured organization, and what is asked of it by HTTP. */
async function registered({ product, admin, site_ids }: Scene, endpoint: Endpoint) {
  const { token } = admin;
  const post = (path: string, status: number, body: object) =>
    expect(product, 'POST', path, status, { token, body });
  const { username, password: secret } = endpoint.credentials;
  const login = await post('/credentials', 201, { name: 'lab', kind: 'password', username, secret });
  const controller = await post('/controllers', 201, {
    name: 'lab',
    site_id: site_ids[0],
    vendor: 'mikrotik',
    url: endpoint.url,
    credential_id: login.id,
    tls: { verify: false, fingerprint: endpoint.tls_fingerprint },
  });
  const stagedAt = `/gateway-mikrotik-firewall/${controller.id}/changes/${FEATURE}`;
  const applied = async (operation: string, body: object): Promise<string> => {
    const { id } = await post(`${stagedAt}?operation=${operation}`, 201, body);
    const { change, attempt } = await post(`/gateway-vpn/changes/${id}/apply`, 200, { force: true });
    if (change.status !== 'applied') throw new Error(`a change ended ${attempt.outcome}`);
    return String(attempt.target_id);
  };
  let written = 0;
  return {
    rule: (comment: string) =>
      applied('create', { payload: { chain: 'forward', action: 'accept', comment } }),
    change: (rule: string) => {
      written += 1;
      return applied('update', { target_id: rule, payload: { comment: `change ${written}` } });
    },
  };
}

export const applies: Bench = {
  name: 'applies',
  about: 'stage, apply and verify by HTTP beside the bare requests to the same lab router',
  run,
};
