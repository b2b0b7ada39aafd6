import t from 'tap';
import { validate, version } from 'uuid';
import { newId } from '../new-id.ts';

const IDS = 20_000;

t.test('ids are UUIDs of version 7 that rise, also within a millisecond', async (t) => {
  const beforeMs = Date.now();
  const ids = Array.from({ length: IDS }, newId);
  const times = ids.map((id) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16));
  t.ok(ids.every((id) => validate(id) && version(id) === 7));
  t.ok(ids.every((id, place) => place === 0 || String(ids[place - 1]) < id));
  t.ok(times.every((ms) => ms >= beforeMs && ms <= Date.now()));
});

t.test('random bits are not repeated', async (t) => {
  const ends = new Set(Array.from({ length: IDS }, () => newId().slice(24)));
  t.equal(ends.size, IDS);
});
