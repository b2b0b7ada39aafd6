import { Semaphore } from '@patchbay/kernel/concurrency';
import { type Database, sql } from '@patchbay/kernel/database';
import { type Public, Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Quotas } from '@patchbay/module-organizations/contract';
import type { Snapshot, Vendor } from '@patchbay/vendor-kit';
import { recordAnswer } from '../controllers/controller-contact.ts';
import { type DeviceDiff, diffDevices } from '../devices/device-diff.ts';
import { insertDevices, loseDevices, updateDevices } from '../devices/device-writes.ts';
import { writeObjects } from '../objects/object-writes.ts';
import { snapshotDigest } from '../objects/value-hash.ts';
import { holdController, type Reading } from './reading.ts';
import type { SyncEnds } from './sync-ends.ts';

interface Written {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly missing: number;
  /** New devices that the organization's quota has no room for. */
  readonly refused: number;
  /** Whether everything that was read is kept by now. */
  readonly isWhole: boolean;
}

/** Rows and events of one transaction; small enough for its statement to stay far below five seconds. */
const PER_UNIT = 1_000;
/** Readings kept at once by this process: few, so that people find connections to the database free. */
const TURNS = { maxAtOnce: 3, maxWaiting: 100, maxWaitMs: 120_000 };
/** No snapshot's digest, so that the next sync compares again. */
const INCOMPLETE = '';

/** Updates rows to a reading of a controller; unchanged ones are not written. */
export class SnapshotKeeper extends Service<{
  database: Database;
  vendors: Contributions<Vendor>;
  quotas: Quotas;
  ends: Public<SyncEnds>;
}> {
  readonly #turns = new Semaphore(TURNS);

  keep(principal: Principal, reading: Reading, sync_id: string, snapshot: Snapshot): Promise<void> {
    return this.#turns.run(() => this.#keep(principal, reading, sync_id, snapshot));
  }

  async #keep(principal: Principal, reading: Reading, sync_id: string, snapshot: Snapshot): Promise<void> {
    const digest = snapshotDigest(snapshot);
    const { last } = reading;
    const isSame = last?.digest === digest;
    const { refused, isWhole, ...told } = isSame
      ? { ...unchangedOf(last), refused: 0, isWhole: true }
      : await this.#write(principal, reading, snapshot);
    const { created, updated, unchanged, missing } = told;
    await this.parts.database.write(principal, async (work) => {
      const { is_touched } = await holdController(work, reading, 'update');
      const now = {
        digest: isWhole && !is_touched ? digest : INCOMPLETE,
        present: created + updated + unchanged,
        missing,
      };
      await recordAnswer(work, reading.controller.id, snapshot.controller, now);
      const error = refused > 0 ? beyondQuota(refused) : null;
      await this.parts.ends.end(work, sync_id, { status: 'succeeded', ...told, error });
    });
  }

  /** Compares row by row and writes what differs. */
  async #write(principal: Principal, reading: Reading, snapshot: Snapshot): Promise<Written> {
    const { controller } = reading;
    const diff = diffDevices(await this.#known(principal, controller.id), snapshot.devices);
    const refused = await this.#writeDevices(principal, reading, diff);
    const vendor = this.parts.vendors.values.find(({ id }) => id === controller.vendor);
    const isWhole = await writeObjects(this.parts.database, principal, reading, vendor, snapshot.objects);
    const { created, changed, unchanged, missing } = diff;
    return {
      created: created.length - refused,
      updated: changed.length,
      unchanged,
      missing: missing.length,
      refused,
      isWhole: isWhole && refused === 0,
    };
  }

  /** Answers how many new devices found no room. */
  async #writeDevices(principal: Principal, reading: Reading, diff: DeviceDiff): Promise<number> {
    const { organization_id, id: controller_id } = reading.controller;
    const lost = diff.missing.filter(({ status }) => status === 'online');
    let refused = 0;
    for (const part of parts(diff.created))
      await this.parts.database.write(principal, async (work) => {
        const { site_id } = await holdController(work, reading, 'share');
        const room = await this.parts.quotas.roomFor(work, 'devices', part.length);
        const place = { organization_id, site_id, controller_id };
        if (room > 0) await insertDevices(work, place, part.slice(0, room));
        refused += part.length - room;
      });
    for (const part of parts(diff.changed))
      await this.parts.database.write(principal, async (work) => {
        await holdController(work, reading, 'share');
        await updateDevices(work, part);
      });
    for (const part of parts(lost))
      await this.parts.database.write(principal, async (work) => {
        await holdController(work, reading, 'share');
        await loseDevices(work, part);
      });
    return refused;
  }

  #known(principal: Principal, controller_id: string) {
    return this.parts.database.read(principal, ({ sql: db }) =>
      db
        .selectFrom('devices')
        .select([
          'id',
          'external_id',
          'hash',
          'status',
          sql<boolean>`deleted_at is not null`.as('is_deleted'),
        ])
        .where('controller_id', '=', controller_id)
        .execute(),
    );
  }
}

const unchangedOf = ({ present, missing }: { readonly present: number; readonly missing: number }) => ({
  created: 0,
  updated: 0,
  unchanged: present,
  missing,
});

const beyondQuota = (refused: number): string =>
  `${refused} new devices were not adopted: the organization's quota of devices has no room for them.`;

function* parts<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < all.length; from += PER_UNIT) yield all.slice(from, from + PER_UNIT);
}
