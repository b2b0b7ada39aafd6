import type { Test } from 'tap';
import { testDatabase } from './database.ts';
import { person, startProcess, World } from './pipeline.ts';
import { FIRST } from './requests.ts';

export const operator = person('operator');

/** One process on a database of the test's own. */
export async function pipelineScene(t: Pick<Test, 'teardown'>) {
  const { connect, owner } = await testDatabase(t);

  /** A fresh world whose device has one VLAN, known from the last sync. */
  function begin() {
    const world = new World();
    world.device.objects.set('*1', { name: 'red', mtu: 1500 });
    world.synced.set('vlan *1', { name: 'red', mtu: 1500 });
    return { world, ...startProcess(connect(), world, FIRST) };
  }

  return { connect, owner, begin };
}
