import { randomInt, randomUUID } from 'node:crypto';
import { Refusal } from '../refusal.ts';
import type { Result } from '../requests.ts';
import type { LabSite, Row, Tables } from '../tables.ts';
import { filterOf } from './filter.ts';
import { filterableOf, type IntegrationCall } from './integration-call.ts';

const adoptionMs = 300_000;

type Action = (site: LabSite, call: IntegrationCall) => Result;

/** Writes that are no plain objects: vouchers, devices, ports and guests. */
export class IntegrationActions {
  readonly #tables: Tables;
  readonly #actions: Readonly<Record<string, Action>>;

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#actions = {
      createVouchers: (site, call) => this.#createVouchers(site, call),
      deleteVouchers: (site, call) => this.#deleteVouchers(site, call),
      deleteVoucher: (site, call) => this.#deleteVoucher(site, call),
      adoptDevice: (site, call) => this.#adopt(site, call),
      removeDevice: (site, call) => this.#remove(site, call),
      executeAdoptedDeviceAction: (site, call) => this.#restart(site, call),
      executePortAction: (site, call) => this.#portAction(site, call),
      executeConnectedClientAction: (site, call) => this.#clientAction(site, call),
      getAdoptedDeviceLatestStatistics: (site, call) => this.#statistics(site, call),
    };
  }

  execute(site: LabSite, call: IntegrationCall): Result | null {
    return this.#actions[call.operation.id]?.(site, call) ?? null;
  }

  #createVouchers(site: LabSite, { body: { count = 1, ...body } }: IntegrationCall): Result {
    const vouchers = Array.from({ length: Number(count) }, () =>
      this.#tables.insert(site, '/hotspot/vouchers', {
        id: randomUUID(),
        createdAt: this.#time(),
        ...body,
        code: String(randomInt(1_000_000_000, 9_999_999_999)),
        authorizedGuestCount: 0,
        expired: false,
      }),
    );
    return { status: 201, body: { vouchers } };
  }

  #deleteVouchers(site: LabSite, { operation, query }: IntegrationCall): Result {
    const matches = filterOf(query.get('filter') ?? '', filterableOf(operation));
    const found = this.#tables.rows(site, '/hotspot/vouchers').filter(matches);
    for (const row of found) this.#tables.remove(site, '/hotspot/vouchers', row);
    return { body: { vouchersDeleted: found.length } };
  }

  #deleteVoucher(site: LabSite, { params }: IntegrationCall): Result {
    const row = this.#row(site, '/hotspot/vouchers', params['voucherId']);
    this.#tables.remove(site, '/hotspot/vouchers', row);
    return { body: { vouchersDeleted: 1 } };
  }

  #adopt(site: LabSite, { body }: IntegrationCall): Result {
    const mac = String(body['macAddress']).toLowerCase();
    const pending = this.#tables.rows(site, '/pending-devices').find((row) => row['macAddress'] === mac);
    if (!pending) throw new Refusal(404, 'api.request.error', 'No such device waits for adoption');
    this.#tables.remove(site, '/pending-devices', pending);
    const { adoptionTargetSiteIds, ...known } = pending;
    const device = {
      ...known,
      id: randomUUID(),
      name: mac,
      state: 'ADOPTING',
      interfaces: {},
      configurationId: '0',
    };
    const row = this.#tables.insert(site, '/devices', device);
    this.#tables.later(site, '/devices', row, { afterMs: adoptionMs, fields: { state: 'ONLINE' } });
    return { body: row };
  }

  #remove(site: LabSite, { params }: IntegrationCall): Result {
    const row = this.#row(site, '/devices', params['deviceId']);
    this.#tables.remove(site, '/devices', row);
    const classic = this.#tables.rows(site, 'device').find(({ mac }) => mac === row['macAddress']);
    if (classic) this.#tables.remove(site, 'device', classic);
    // It resets itself and asks to be adopted again.
    const { macAddress, ipAddress, model, supported, firmwareVersion, firmwareUpdatable, features } = row;
    const known = { macAddress, ipAddress, model, supported, firmwareVersion, firmwareUpdatable, features };
    const state = 'PENDING_ADOPTION';
    this.#tables.insert(site, '/pending-devices', { ...known, state, adoptionTargetSiteIds: [site.id] });
    return {};
  }

  #restart(site: LabSite, { params }: IntegrationCall): Result {
    const row = this.#row(site, '/devices', params['deviceId']);
    if (row['state'] === 'OFFLINE') throw new Refusal(400, 'api.request.error', 'The device is offline');
    this.#tables.update(site, '/devices', row, { restartedAt: this.#time() });
    return {};
  }

  #portAction(site: LabSite, { params }: IntegrationCall): Result {
    const row = this.#row(site, '/devices', params['deviceId']);
    const ports = Reflect.get(row['interfaces'] ?? {}, 'ports') as readonly Row[] | undefined;
    const port = ports?.find(({ idx }) => idx === Number(params['portIdx']));
    if (!port?.['poe']) throw new Refusal(400, 'api.request.error', 'The port has no PoE');
    this.#tables.update(site, '/devices', row, { portCycledAt: `${params['portIdx']} ${this.#time()}` });
    return {};
  }

  #clientAction(site: LabSite, { params, body }: IntegrationCall): Result {
    const row = this.#row(site, '/clients', params['clientId']);
    const access = (row['access'] ?? {}) as Row;
    if (access['type'] !== 'GUEST') throw new Refusal(400, 'api.request.error', 'The client is no guest');
    const authorized = body['action'] === 'AUTHORIZE_GUEST_ACCESS';
    this.#tables.update(site, '/clients', row, { access: { ...access, authorized } });
    return { body: { action: body['action'] } };
  }

  #statistics(site: LabSite, { params }: IntegrationCall): Result {
    this.#row(site, '/devices', params['deviceId']);
    return { body: { uptimeSec: 86_400, lastHeartbeatAt: this.#time(), interfaces: {} } };
  }

  #row(site: LabSite, table: string, id: string | undefined): Row {
    const row = this.#tables.rows(site, table).find((each) => each['id'] === id);
    if (!row) throw new Refusal(404, 'api.request.error', 'Unknown id');
    return row;
  }

  #time(): string {
    return new Date(this.#tables.now()).toISOString();
  }
}
