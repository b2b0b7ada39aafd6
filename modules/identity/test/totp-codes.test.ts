import { PatchbayError } from '@patchbay/kernel/errors';
import { Secret, SecretBox } from '@patchbay/kernel/secrets';
import { ManualClock } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { TotpCodes } from '../services/mfa/totp-codes.ts';

const secrets = new SecretBox({ current: 'k'.repeat(32), previous: [] });
const clock = new ManualClock();
const codes = new TotpCodes({ load: () => import('otplib'), secrets, clock });
/** The secret of RFC 6238, appendix B. */
const RFC_SECRET = new Secret('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');

t.test('the vectors of RFC 6238 hold, cut to six digits', async (t) => {
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors) {
    clock.jumpTo(new Date(seconds * 1_000));
    t.equal(await codes.stepOf(RFC_SECRET, code), Math.floor(seconds / 30), code);
  }
});

t.test('a code holds one step early and one late, and says which step it is of', async (t) => {
  const at = async (seconds: number) => {
    clock.jumpTo(new Date(seconds * 1_000));
    return codes.stepOf(RFC_SECRET, '050471');
  };
  const step = 37_037_037;
  t.same(await Promise.all([at(step * 30)]), [step]);
  t.equal(await at((step - 1) * 30), step);
  t.equal(await at((step - 1) * 30 - 1), null);
  t.equal(await at((step + 2) * 30 - 1), step);
  t.equal(await at((step + 2) * 30), null);
});

t.test('other text is no code', async (t) => {
  for (const text of ['', '05047', '0504710', ' 050471', '０５０４７１', 'x'.repeat(10_000)])
    t.equal(await codes.stepOf(RFC_SECRET, text), null);
});

t.test('secrets are 160 random bits, and their address names the account', async (t) => {
  const [one, two] = [await codes.newSecret(), await codes.newSecret()];
  t.match(one.reveal(), /^[A-Z2-7]{32}$/);
  t.not(one.reveal(), two.reveal());
  const address = new URL(await codes.addressOf(one, 'a&b=c@example.com'));
  t.equal(address.searchParams.get('secret'), one.reveal());
  t.equal(address.searchParams.get('issuer'), 'Patchbay');
  t.equal(decodeURIComponent(address.pathname), '/Patchbay:a&b=c@example.com');
});

t.test('a library that cannot be loaded is a declared error, and is tried again', async (t) => {
  let missing = true;
  const load = () => (missing ? Promise.reject(new Error('not found')) : import('otplib'));
  const bare = new TotpCodes({ load, secrets, clock });
  const calls = [
    () => bare.assertAvailable(),
    () => bare.newSecret(),
    () => bare.addressOf(RFC_SECRET, 'a'),
    () => bare.stepOf(RFC_SECRET, '1'),
  ];
  for (const call of calls) {
    const error = await call().catch((thrown: unknown) => thrown);
    t.ok(error instanceof PatchbayError);
    t.match(error, { id: 'identity.totp_unavailable', kind: 'not_implemented' });
  }
  missing = false;
  await bare.assertAvailable();
});
