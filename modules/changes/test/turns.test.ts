import t from 'tap';
import { Turns } from '../services/applying/turns.ts';

t.test('callers with one key go one after another, others do not wait', async (t) => {
  const turns = new Turns(100, 1_000);
  const log: string[] = [];
  let release = (): void => {};
  const held = turns.take('a', () => new Promise<void>((resolve) => (release = resolve)));
  const second = turns.take('a', async () => void log.push('a2'));
  await turns.take('b', async () => void log.push('b'));
  t.same(log, ['b']);
  release();
  await Promise.all([held, second]);
  t.same(log, ['b', 'a2']);
});

t.test('a caller that fails lets the next one go', async (t) => {
  const turns = new Turns(100, 1_000);
  await t.rejects(
    turns.take('a', () => Promise.reject(new Error('no'))),
    { message: 'no' },
  );
  t.equal(await turns.take('a', async () => 1), 1);
});

t.test('waiting is bounded in number and time', async (t) => {
  const turns = new Turns(2, 20);
  let release = (): void => {};
  const held = turns.take('a', () => new Promise<void>((resolve) => (release = resolve)));
  const waiting = turns.take('a', async () => {});
  await t.rejects(
    turns.take('a', async () => {}),
    { message: /Too many/ },
  );
  await t.rejects(waiting, { message: /Too many/ });
  release();
  await held;
  t.equal(await turns.take('a', async () => 1), 1);
});
