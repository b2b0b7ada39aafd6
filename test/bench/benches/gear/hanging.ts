import { atMost, type Bench, type Line } from '../../bench.ts';
import {
  addressOf,
  hangingAddress,
  openDatabase,
  register,
  startEquipment,
  syncAll,
} from '../../processes/equipment.ts';
import { alternate } from '../../rounds.ts';
import type { Stage } from '../../stage.ts';
import { percentile } from '../../statistics.ts';

const CONTROLLERS = 100;
const HANGING = 10;
const DEVICES = 100;
/** Apart from the addresses of other benches. */
const FROM = 10_000;

async function run(stage: Stage): Promise<readonly Line[]> {
  const scene = await stage.scene();
  const db = await openDatabase(stage, scene);
  const equipment = await startEquipment(stage, stage.of(DEVICES, 3));
  const addresses = Array.from({ length: stage.of(CONTROLLERS, 15) }, (_, index) => addressOf(FROM + index));
  const ids = await register(scene, equipment, addresses);
  const others = ids.slice(HANGING);
  let hung = 0;
  const p99 = async (first: readonly string[]): Promise<number> => {
    const ends = await syncAll(scene, db, [...first, ...others]);
    const told = new Map(ends.map((end) => [end.controller_id, end]));
    if (first !== healthy && first.some((id) => told.get(id)?.status !== 'failed'))
      throw new Error('a controller that hangs was read');
    return percentile(
      others.map((id) => (told.get(id)?.seconds ?? Number.NaN) * 1_000),
      0.99,
    );
  };
  const healthy = ids.slice(0, HANGING);
  await p99(healthy);
  await p99(healthy);
  const figures = await alternate(stage.options.rounds, {
    floor: () => p99(healthy),
    product: async () => {
      const some = Array.from({ length: HANGING }, () => hangingAddress(hung++));
      const silent = await register(scene, equipment, some);
      return p99(silent);
    },
  });
  const note = `The floor is the same without: ${HANGING} answer where, each round, ${HANGING} others hang that nobody knew to hang.`;
  return [{ name: 'hanging, p99 of the others', unit: 'ms', ...figures, bar: atMost(1.5), note }];
}

export const hanging: Bench = {
  name: 'hanging',
  about: '100 controllers asked for at once, of which 10 never answer',
  run,
};
