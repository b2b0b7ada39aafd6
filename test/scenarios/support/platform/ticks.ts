import { defineJob } from '@patchbay/kernel/jobs';
import { type DiscoveredModule, defineModule } from '@patchbay/kernel/modules';
import Type from 'typebox';

/** A module with a job that is due every minute, and the minutes for which any process ran it. */
export class TickCounter {
  readonly seen: string[] = [];

  get module(): DiscoveredModule {
    const tick = defineJob({
      id: 'ticks.count',
      payload: Type.Object({ _cron: Type.Object({ ts: Type.String() }) }),
      cron: '* * * * *',
      run: async ({ payload }) => {
        this.seen.push(payload._cron.ts);
      },
    });
    const declaration = defineModule({
      id: 'ticks',
      title: 'Ticks',
      status: 'available',
      prefixes: ['/ticks'],
      jobs: [tick],
    });
    return { file: 'modules/ticks/index.ts', declaration };
  }
}
