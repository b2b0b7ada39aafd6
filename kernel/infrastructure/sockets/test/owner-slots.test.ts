import t from 'tap';
import { ManualClock, silentLogger } from '../../../telemetry/index.ts';
import { type Cache, MemoryCache } from '../../cache/index.ts';
import { OwnerSlots } from '../owner-slots.ts';

const turn = () => new Promise(setImmediate);

/** One slot per owner, counted in a cache that others share. */
function oneSlot() {
  const clock = new ManualClock();
  const memory = new MemoryCache({ clock, logger: silentLogger });
  const cache = new Proxy<Cache>(memory, {
    get: (target, name) => {
      const value: unknown = name === 'shared' ? true : Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const slots = new OwnerSlots({ cache, slots: 1 });
  return { clock, memory, take: () => slots.take('owner', clock.monotonicMs(), 0) };
}

t.test('a slot that ended and was given to another is neither renewed nor freed', async (t) => {
  const { clock, take } = oneSlot();
  const late = await take();
  clock.advance(60_000);
  const present = await take();
  t.not(present, null, 'the first has ended');
  late?.renew(clock.monotonicMs());
  await turn();
  late?.release();
  await turn();
  t.equal(await take(), null, 'it is held by the second');
  present?.release();
  await turn();
  t.not(await take(), null);
});

t.test('a slot that the cache forgot is taken again when it is renewed', async (t) => {
  const { clock, memory, take } = oneSlot();
  const slot = await take();
  await memory.dispose();
  clock.advance(20_000);
  slot?.renew(clock.monotonicMs());
  await turn();
  t.equal(await take(), null);
});
