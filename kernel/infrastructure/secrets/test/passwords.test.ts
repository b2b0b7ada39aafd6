import t from 'tap';
import { Passwords, Secret } from '../index.ts';

const passwords = new Passwords();

t.test('a password verifies against its own hash only', async (t) => {
  const stored = await passwords.hash('Correct-Horse-1');
  t.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  t.ok(await passwords.verify(new Secret('Correct-Horse-1'), stored));
  t.notOk(await passwords.verify('correct-horse-1', stored));
  t.notOk(passwords.needsRehash(stored));
});

t.test('the same password in another unicode spelling verifies', async (t) => {
  const stored = await passwords.hash('Caf\u00e9-Passwort-1');
  t.ok(await passwords.verify('Cafe\u0301-Passwort-1', stored));
});

t.test('a hash of other parameters verifies and asks for a new one', async (t) => {
  const stored =
    '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$' +
    Buffer.alloc(32).toString('base64').replace(/=+$/, '');
  t.ok(passwords.needsRehash(stored));
  t.notOk(await passwords.verify('x', stored));
});

t.test('hashes alike share salt and parameters, so that equal passwords give equal hashes', async (t) => {
  const first = await passwords.hash('0a1b2c3d');
  const other = await passwords.hashLike('deadbeef', first);
  t.equal(await passwords.hashLike(new Secret('0a1b2c3d'), first), first);
  t.equal(await passwords.hashLike('deadbeef', first), other);
  t.not(other, first);
  t.equal(other.split('$').slice(0, 5).join('$'), first.split('$').slice(0, 5).join('$'));
  t.ok(await passwords.verify('deadbeef', other));
  await t.rejects(passwords.hashLike('deadbeef', '$2b$10$notargon'), { message: /not readable/ });
  await t.rejects(passwords.hashLike('x'.repeat(5_000), first), { message: /too long/ });
});

t.test('no hash, a broken hash and an endless password are false, never an error', async (t) => {
  t.notOk(await passwords.verify('x', null));
  t.notOk(await passwords.verify('x', '$2b$10$notargon'));
  t.notOk(await passwords.verify('x'.repeat(100_000), await passwords.hash('x'.repeat(4_096))));
  await t.rejects(passwords.hash('x'.repeat(5_000)), { message: /too long/ });
});

t.test('hashing does not block the event loop', async (t) => {
  const usedBy = ({ user, system }: NodeJS.CpuUsage): number => user + system;
  const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
  await Promise.all(Array.from({ length: 8 }, () => passwords.hash('Correct-Horse-1')));
  const [ofThread, ofAll] = [usedBy(process.threadCpuUsage(thread)), usedBy(process.cpuUsage(all))];
  t.ok(ofThread < ofAll / 4, `${ofThread} of ${ofAll} microseconds on the thread of the loop`);
});
