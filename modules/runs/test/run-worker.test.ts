import { silentLogger } from '@patchbay/kernel/telemetry';
import { waitFor } from '@patchbay/test/harness';
import t from 'tap';
import type { ClaimedRun, ClaimRequest } from '../running/claimed-run.ts';
import type { Remainder } from '../running/run-execution.ts';
import { RunWorker } from '../running/run-worker.ts';
import { claimedRun as run } from './support/claimed-run.ts';

class FakeClaims {
  readonly waiting: ClaimedRun[];
  readonly requests: ClaimRequest[] = [];
  readonly released: string[] = [];
  readonly returned: string[] = [];
  lost = new Set<string>();

  constructor(...waiting: ClaimedRun[]) {
    this.waiting = waiting;
  }

  async claim(request: ClaimRequest): Promise<readonly ClaimedRun[]> {
    this.requests.push(request);
    return this.waiting.splice(0, request.most);
  }

  async extend(claims: readonly { readonly id: string }[]): Promise<ReadonlySet<string>> {
    return new Set(claims.map(({ id }) => id).filter((id) => !this.lost.has(id)));
  }

  async giveBack(claims: readonly { readonly id: string }[]): Promise<void> {
    this.returned.push(...claims.map(({ id }) => id));
  }

  async release(claims: readonly { readonly id: string }[]): Promise<void> {
    this.released.push(...claims.map(({ id }) => id));
  }
}

class FakeExecution {
  readonly begun: string[] = [];
  readonly ends = new Map<string, () => void>();
  retryInMs: number | null = null;

  carryOut({ id }: ClaimedRun, signal: AbortSignal): Promise<Remainder> {
    this.begun.push(id);
    return new Promise((resolve) => {
      const end = () => resolve({ retryInMs: this.retryInMs });
      this.ends.set(id, end);
      signal.addEventListener('abort', end);
    });
  }
}

t.test('as many runs as allowed go on at once, and the next when one ends', async (t) => {
  const claims = new FakeClaims(run('a'), run('b'), run('c'));
  const execution = new FakeExecution();
  const worker = new RunWorker({ claims, execution, logger: silentLogger, maxAtOnce: 2 });
  worker.wake();
  await waitFor('two runs', () => execution.begun.length === 2);
  execution.ends.get('a')?.();
  await waitFor('the third', () => execution.begun.length === 3);
  t.same(execution.begun, ['a', 'b', 'c']);
  await worker.stop();
  t.same(claims.released, ['b', 'c']);
});

t.test('a claim says what each organization holds already', async (t) => {
  const ofOther = { ...run('c'), organization_id: 'o2' };
  const claims = new FakeClaims(run('a'), run('b'), ofOther);
  const execution = new FakeExecution();
  const worker = new RunWorker({ claims, execution, logger: silentLogger });
  worker.wake();
  await waitFor('the runs', () => execution.begun.length === 3);
  worker.wake();
  await waitFor('the next claim', () => claims.requests.length === 2);
  t.match(claims.requests[0], { held: {}, maxPerOrganization: 32, maxBorrowing: 64 });
  t.same(claims.requests[1]?.held, { o1: 2, o2: 1 });
  await worker.stop();
});

t.test('a Connection that has its share is left out of the next claim', async (t) => {
  const claims = new FakeClaims(run('a', 'slow'), run('b', 'slow'));
  const execution = new FakeExecution();
  const worker = new RunWorker({
    claims,
    execution,
    logger: silentLogger,
    maxAtOnce: 5,
    maxPerOwner: 2,
  });
  worker.wake();
  await waitFor('its share', () => execution.begun.length === 2);
  worker.wake();
  await waitFor('a claim that leaves it out', () =>
    claims.requests.some(({ saturated }) => saturated.includes('slow')),
  );
  t.match(claims.requests.at(-1), { most: 3, saturated: ['slow'] });
  await worker.stop();
});

t.test('a run whose lease was lost is stopped', async (t) => {
  const claims = new FakeClaims(run('a'), run('b'));
  claims.lost.add('a');
  const execution = new FakeExecution();
  const ended: string[] = [];
  const watched = {
    carryOut: async (each: ClaimedRun, signal: AbortSignal) => {
      const remainder = await execution.carryOut(each, signal);
      ended.push(each.id);
      return remainder;
    },
  };
  const worker = new RunWorker({ claims, execution: watched, logger: silentLogger, renewEveryMs: 5 });
  worker.wake();
  await waitFor('the end of the lost run', () => ended.length === 1);
  t.same(ended, ['a']);
  await worker.stop();
});

t.test('after a failed claim the next wake tries again', async () => {
  const claims = new FakeClaims(run('a'));
  const execution = new FakeExecution();
  let failures = 1;
  const shaky = {
    claim: async (request: ClaimRequest) => {
      if (failures-- > 0) throw new Error('no database');
      return claims.claim(request);
    },
    extend: claims.extend.bind(claims),
    giveBack: claims.giveBack.bind(claims),
    release: claims.release.bind(claims),
  };
  const worker = new RunWorker({ claims: shaky, execution, logger: silentLogger });
  worker.wake();
  await waitFor('the failure', () => failures === 0);
  worker.wake();
  await waitFor('the run', () => execution.begun.length === 1);
  await worker.stop();
});

t.test('a run that waits for its next try is looked for when its time has come', async (t) => {
  const claims = new FakeClaims(run('a'));
  const execution = new FakeExecution();
  execution.retryInMs = 30;
  const worker = new RunWorker({ claims, execution, logger: silentLogger });
  worker.wake();
  await waitFor('the run', () => execution.begun.length === 1);
  execution.ends.get('a')?.();
  await waitFor('the claim after its end', () => claims.requests.length >= 2);
  const before = claims.requests.length;
  await waitFor('the claim of the next try', () => claims.requests.length > before);
  t.pass();
  await worker.stop();
});

t.test('runs that end quickly are claimed ahead, and begin as the ones before them end', async (t) => {
  const claims = new FakeClaims(...Array.from({ length: 40 }, (_, index) => run(`r${index}`)));
  let [atOnce, most] = [0, 0];
  const quick = {
    carryOut: async (): Promise<Remainder> => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise(setImmediate);
      atOnce -= 1;
      return { retryInMs: null };
    },
  };
  const worker = new RunWorker({
    claims,
    execution: quick,
    logger: silentLogger,
    maxPerOwner: 2,
    maxAtOnce: 4,
  });
  worker.wake();
  await waitFor('the end of all', () => claims.waiting.length === 0 && atOnce === 0);
  t.equal(most, 2);
  t.ok(Math.max(...claims.requests.map((request) => request.most)) > 4, 'more than have a place');
  await worker.stop();
});

t.test('runs that cannot begin within a second are given back, and no more are claimed', async (t) => {
  const claims = new FakeClaims(run('a'), run('b'), run('c'));
  const execution = new FakeExecution();
  const worker = new RunWorker({ claims, execution, logger: silentLogger, maxPerOwner: 1 });
  worker.wake();
  await waitFor('those that were given back', () => claims.returned.length === 2);
  t.same([execution.begun, claims.returned], [['a'], ['b', 'c']]);
  worker.wake();
  await waitFor('the next claim', () => claims.requests.length > 1);
  t.same(claims.requests.at(-1)?.saturated, ['c1']);
  await worker.stop();
});
