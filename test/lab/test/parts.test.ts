import { X509Certificate } from 'node:crypto';
import t from 'tap';
import { LabClock } from '../controllers/lab-clock.ts';
import { formatInterval, intervalInRange, parseInterval } from '../controllers/routeros/values/intervals.ts';
import { acceptValue } from '../controllers/routeros/values/values.ts';
import { createSelfSigned } from '../controllers/self-signed.ts';

t.test('intervals are read in every spelling and printed in one', (t) => {
  const spellings = {
    '1d2h3m4s': 93_784_000,
    '00:10:00': 600_000,
    '90': 90_000,
    '1w2d03:04:05': 788_645_000,
    '100ms': 100,
    '0s': 0,
  };
  for (const [text, durationMs] of Object.entries(spellings)) t.equal(parseInterval(text), durationMs, text);
  for (const text of ['', '1x', 'm', '1h 2m', '-1s', '10:00', '1'.repeat(41)])
    t.equal(parseInterval(text), null, text);
  t.equal(formatInterval(788_645_000), '1w2d3h4m5s');
  t.equal(formatInterval(1_500), '1s500ms');
  t.equal(formatInterval(0), '0s');
  t.ok(intervalInRange(5_000, '00:00:00.020..00:00:05'));
  t.notOk(intervalInRange(10, '00:00:00.020..00:00:05'));
  t.end();
});

t.test('values are checked by their type and come back normal', (t) => {
  const take = (type: Parameters<typeof acceptValue>[2], given: unknown) =>
    acceptValue('/m', 'field', type, given, () => false);
  t.equal(take({ t: 'bool' }, true), 'true');
  t.equal(take({ t: 'bool' }, 'no'), 'false');
  t.equal(take({ t: 'mac' }, '0011aabbccdd'), '00:11:AA:BB:CC:DD');
  t.equal(take({ t: 'ip', also: ['none'] }, 'none'), 'none');
  t.equal(take({ t: 'list', of: ['mon', 'tue'] }, 'mon,tue'), 'mon,tue');
  t.equal(take({ t: 'int', min: 0, max: 99 }, 7), '7');
  t.equal(take({ neg: true, values: ['tcp', 'udp'] }, '!tcp'), '!tcp');
  t.equal(take({ t: 'ipv6-prefix' }, '2001:db8::/32'), '2001:db8::/32');
  t.equal(take({ t: 'interval', values: ['none'] }, 'none'), 'none');
  const refused: readonly (readonly [Parameters<typeof acceptValue>[2], unknown, string])[] = [
    [{ t: 'int', min: 0, max: 99 }, 100, 'value of field out of range (0..99)'],
    [{ t: 'string', maxLength: 3 }, 'four', 'invalid value for argument field'],
    [{ t: 'hex', minLength: 4 }, 'ab', 'invalid value for argument field'],
    [{ t: 'hex' }, 'xyz', 'invalid value for argument field'],
    [{ t: 'mac' }, '00:11-22:33:44:55', 'invalid value for argument field'],
    [{ t: 'ip-range' }, '10.0.0.9-10.0.0.1', 'invalid value for argument field'],
    [{ t: 'interval', range: '1s..1h' }, '2h', 'value of field out of range (1s..1h)'],
    [
      { values: ['read', 'reboot'] },
      're',
      'ambiguous value of field, more than one possible value matches input',
    ],
    [{ values: ['ether1', 'lo', 'none'] }, 'ether1', 'input does not match any value of field'],
    [{}, { nested: true }, 'invalid value for argument field'],
  ];
  for (const [type, given, message] of refused) t.throws(() => take(type, given), { message }, message);
  t.end();
});

t.test('the lab clock rings what became due, in order, once', (t) => {
  const clock = new LabClock();
  const rung: string[] = [];
  clock.after(120_000, () => rung.push('second'));
  clock.after(60_000, () => rung.push('first'));
  clock.after(90_000, () => rung.push('cancelled'))();
  clock.after(Number.MAX_SAFE_INTEGER, () => rung.push('never'));
  clock.advance(59_000);
  t.same(rung, []);
  clock.advance(61_000);
  clock.advance(61_000);
  t.same(rung, ['first', 'second']);
  t.throws(() => clock.advance(-1), RangeError);
  clock.stop();
  t.end();
});

t.test('the certificate is valid for loopback and signed by its own key', (t) => {
  const { cert, fingerprint } = createSelfSigned('router');
  const read = new X509Certificate(cert);
  t.equal(read.fingerprint256, fingerprint);
  t.ok(read.verify(read.publicKey));
  t.equal(read.checkIP('127.0.0.1'), '127.0.0.1');
  t.equal(read.checkHost('localhost'), 'localhost');
  t.not(createSelfSigned('router').fingerprint, fingerprint);
  t.end();
});
