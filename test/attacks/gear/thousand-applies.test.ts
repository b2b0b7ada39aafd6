import t from 'tap';
import { type Answer, bootPlatform, waitFor } from '../../harness/index.ts';
import { times } from '../../run/counts.ts';
import { LabRouter } from '../../scenarios/support/equipment/lab-router.ts';

const APPLIES = times(1_000, 200);
/** More at once are asked to come again, by 503. */
const AT_ONCE = 200;
const MARKER = 'a thousand want it';

t.test('many applies of one change at once push once, and each caller learns the outcome', async (t) => {
  const harness = await bootPlatform(t, {
    environment: { ADAPTER_READ_ONLY: 'false', RATE_LIMIT_RPM: '1000000', RATE_LIMIT_BURST: '1000000' },
  });
  const owner = await harness.owner();
  const router = await LabRouter.register(t, harness, owner);
  const id = await router.stage(harness, owner, MARKER);
  const apply = (): Promise<Answer> =>
    harness.call('POST', `/gateway-vpn/changes/${id}/apply`, {
      as: owner,
      body: { force: true },
      timeoutMs: 300_000,
    });
  const learned = () =>
    waitFor(
      'an answer that is final',
      async () => {
        const { status } = await apply();
        return status === 503 ? null : status;
      },
      { timeoutMs: 300_000, everyMs: 250 },
    );
  const answers: number[] = [];
  for (let asked = 0; asked < APPLIES; asked += AT_ONCE)
    answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, learned))));
  t.equal(answers.length, APPLIES);
  t.equal(answers.filter((status) => status === 200).length, 1);
  t.equal(answers.filter((status) => status === 409).length, APPLIES - 1);
  t.equal(router.pushes(MARKER), 1, 'the ledger of the router has one');
  const { body } = await harness.call('GET', `/changes/${id}`, { as: owner });
  t.match(body, { status: 'applied', last_outcome: 'succeeded' });
});
