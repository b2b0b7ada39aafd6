import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { waitFor } from '../../../harness/wait-for.ts';
import { atLeast, type Bench, type Line, noMoreThan } from '../../bench.ts';
import { setUp } from '../../owner.ts';
import { connectChain } from '../../peers/peer-chain.ts';
import { PEER_HOST, type PeerHostOptions, peerEnvironment, startPeerHost } from '../../peers/peer-host.ts';
import { type ChainLoad, type LoadAsk, PeerScripts } from '../../peers/peer-scripts.ts';
import { freePort } from '../../processes/free-port.ts';
import { stop } from '../../processes/processes.ts';
import { startFlags } from '../../processes/start-flags.ts';
import type { Stage } from '../../stage.ts';
import { median } from '../../statistics.ts';

const POSTGRES = 'postgres://postgres:postgres@127.0.0.1:55432';
const FLOOR_PORT = 28_290;
const WARM_UP_SECONDS = 3;
/** What a killed process held goes on within the time that the harness waits. */
const LEASE_SECONDS = 3;
const OURS = 'patchbay';

type Target = Omit<LoadAsk, 'label' | 'seconds'>;

/** Those of the peers that run. */
function peersThat(scripts: PeerScripts): ReadonlyMap<string, Target> {
  const flow = scripts.directusFlow();
  const addresses: Readonly<Record<string, string | null>> = {
    nodered: 'http://127.0.0.1:28180/chain',
    directus: flow && `http://127.0.0.1:28055/flows/trigger/${flow}`,
    n8n: 'http://127.0.0.1:28678/webhook/benchchain',
  };
  return new Map(
    Object.entries(addresses).flatMap(([name, url]) => {
      const pid = scripts.pidOf(name);
      return pid === null || url === null ? [] : [[name, { url, pid }]];
    }),
  );
}

async function run(stage: Stage): Promise<readonly Line[]> {
  const { peers, rounds, seconds } = stage.options;
  const scripts = new PeerScripts({
    folder: peers ?? '',
    installed: process.env['BENCH_DIR'] ?? '/tmp/nop-anchors',
  });
  const reason = peers === null ? 'no folder of peers was given: --peers <folder>' : scripts.reason();
  if (reason !== null) {
    stage.say(`  skipped: ${reason}`);
    return [];
  }
  const database = `patchbay_${randomBytes(4).toString('hex')}`;
  await administer(`create database ${database}`);
  const options: PeerHostOptions = {
    databaseUrl: `${POSTGRES}/${database}`,
    rowsUrl: `${POSTGRES}/bench`,
    dataDir: await stage.folder('peers'),
    environment: { PORT: String(await freePort()), FABRIC_RUN_LEASE_SECONDS: String(LEASE_SECONDS) },
    profile: stage.options.profile,
  };
  const host = await startPeerHost(options);
  try {
    const apiKey = await connectChain(await setUp(host.url));
    const own: Target = {
      url: `${host.url}/api/v1/fabric/ingest`,
      pid: host.child.pid ?? 0,
      header: `X-API-Key: ${apiKey}`,
    };
    const others = peersThat(scripts);
    const measured = new Map<string, ChainLoad[]>();
    await scripts.load({ label: OURS, ...own, seconds: WARM_UP_SECONDS }, true);
    for (let round = 0; round < rounds; round += 1) {
      const order = ['floor', ...others.keys(), OURS];
      for (const label of round % 2 === 0 ? order : order.toReversed()) {
        const load = await loadOf(scripts, label, label === OURS ? own : others.get(label), seconds);
        measured.set(label, [...(measured.get(label) ?? []), load]);
      }
    }
    const killed = await kill(scripts, own, options);
    return [...linesOf(measured), killedLine(killed)];
  } finally {
    await stop(host.child);
    await administer(`drop database ${database} with (force)`);
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${POSTGRES}/postgres` });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function loadOf(
  scripts: PeerScripts,
  label: string,
  target: Target | undefined,
  seconds: number,
): Promise<ChainLoad> {
  if (target !== undefined) return scripts.load({ label, ...target, seconds }, label === OURS);
  const floor = scripts.floor(FLOOR_PORT, 'durable');
  try {
    const url = `http://127.0.0.1:${FLOOR_PORT}/ingest`;
    await waitFor('the floor', () => isOpen(FLOOR_PORT), { everyMs: 100 });
    return await scripts.load({ label, url, pid: floor.pid ?? 0, seconds });
  } finally {
    const ended = once(floor, 'exit');
    floor.kill();
    await ended;
  }
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

/** Ends our process under full load; the harness starts it again and counts. */
async function kill(scripts: PeerScripts, own: Target, options: PeerHostOptions): Promise<ChainLoad> {
  const restart = ['taskset', '-c', '0', process.execPath, ...(await startFlags()), PEER_HOST].join(' ');
  const environment = peerEnvironment(options);
  return scripts.load({ label: 'kill', ...own, seconds: 5, restart, environment }, true);
}

function linesOf(measured: ReadonlyMap<string, readonly ChainLoad[]>): readonly Line[] {
  const perSecond = (label: string) => (measured.get(label) ?? []).map(({ completedPerS }) => completedPerS);
  const notes = [...measured].map(([label, loads]) => {
    const middle = (figure: (load: ChainLoad) => number | null): string =>
      median(loads.map((load) => figure(load) ?? Number.NaN)).toFixed(2);
    return `${label}: accepted ${middle((load) => load.acceptedPerS)}/s, done ${middle((load) => load.completedPerS)}/s, p50 ${middle((load) => load.p50)} ms, CPU ${middle((load) => load.cpuMsPerEvent)} ms`;
  });
  const bars = new Map([
    ['nodered', atLeast(0.8)],
    ['directus', atLeast(20)],
  ]);
  return [...measured.keys()]
    .filter((label) => label !== OURS)
    .map((label, place) => ({
      name: `peers, ${label}`,
      unit: 'chains/s',
      floor: perSecond(label),
      product: perSecond(OURS),
      bar: bars.get(label) ?? null,
      ...(place === 0 ? { note: notes.join('; ') } : {}),
    }));
}

const killedLine = ({ accepted, lost, dup }: ChainLoad): Line => ({
  name: 'peers, ours killed under load, lost',
  unit: 'events',
  floor: [],
  product: [lost],
  bar: noMoreThan(0),
  note: `${accepted} accepted, ${dup} rows inserted again. The peers' own: chain-kill.sh of the harness.`,
});

export const peers: Bench = {
  name: 'peers',
  about: 'events over HTTP to a finished chain, beside Node-RED, n8n and Directus (--peers folder)',
  run,
};
