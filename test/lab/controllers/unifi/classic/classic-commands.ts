import type { LabRequest } from '../../lab-product.ts';
import { classicRefusal, invalidPayload } from '../refusal.ts';
import { classicBody } from '../requests.ts';
import type { LabSite, Row, Tables } from '../tables.ts';

type Command = (site: LabSite, body: Row) => readonly Row[];

const connected = 1;
const upgrading = 4;
const upgradeMs = 600_000;
const macPattern = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i;
const deviceTypes = new Set(['uap', 'usw', 'ugw', 'uxg', 'udm']);

/** `cmd/<what>`: a word in `cmd`, or a path of its own. */
export class ClassicCommands {
  readonly #tables: Tables;
  readonly #commands: Readonly<Record<string, Command>>;

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#commands = {
      'stamgr block-sta': (site, body) => this.#blocked(site, body, true),
      'stamgr unblock-sta': (site, body) => this.#blocked(site, body, false),
      'stamgr kick-sta': (site, body) => [this.#client(site, body)],
      'devmgr speedtest': (site) => this.#noted(site, 'speedtest', {}),
      'devmgr spectrum-scan': (site, body) => [this.#device(site, body, { spectrum_scanning: true })],
      'devmgr set-locate': (site, body) => [this.#device(site, body, { locating: true })],
      'devmgr unset-locate': (site, body) => [this.#device(site, body, { locating: false })],
      'devmgr/upgrade': (site, body) => this.#upgrade(site, [body['mac']]),
      'devmgr/upgrade-external': (site, body) => this.#external(site, body),
      'backup backup': (site, body) => this.#backup(site, body),
      'backup list-backups': (site) => this.#tables.rows(site, 'backup'),
      'evtmgr archive-all-alarms': (site) => this.#archive(site, null),
      'evtmgr archive-alarm': (site, body) => this.#archive(site, String(body['_id'])),
      'stat reset-dpi': (site) => this.#noted(site, 'dpi_reset', {}),
      'sitemgr add-site': (_site, body) => this.#addSite(body),
      'sitemgr update-site': (site, body) => this.#updateSite(site, body),
      'sitemgr delete-site': (_site, body) => this.#deleteSite(body),
    };
  }

  execute(site: LabSite, path: string, request: LabRequest): readonly Row[] {
    if (path === 'devmgr/set-rollupgrade') return this.#rolling(site, request);
    const body = classicBody(request);
    const cmd = body['cmd'];
    if (!path.includes('/') && typeof cmd !== 'string') throw invalidPayload('cmd');
    const run = this.#commands[path.includes('/') ? path : `${path} ${String(cmd)}`];
    if (!run) throw classicRefusal('Invalid');
    return run(site, body);
  }

  #blocked(site: LabSite, body: Row, blocked: boolean): readonly Row[] {
    const mac = macOf(body['mac']);
    const known = this.#tables.rows(site, 'user').find((row) => row['mac'] === mac);
    const row = known ?? this.#tables.insert(site, 'user', { _id: this.#tables.objectId(), mac });
    return [this.#tables.update(site, 'user', row, { blocked })];
  }

  #client(site: LabSite, body: Row): Row {
    const mac = macOf(body['mac']);
    const row = this.#tables.rows(site, 'sta').find((each) => each['mac'] === mac);
    if (!row) throw classicRefusal('NotFound');
    return this.#tables.update(site, 'sta', row, { kicked_at: this.#tables.now() });
  }

  #device(site: LabSite, body: Row, fields: Row): Row {
    return this.#tables.update(site, 'device', this.#known(site, body['mac']), fields);
  }

  #known(site: LabSite, mac: unknown): Row {
    const row = this.#tables.rows(site, 'device').find((each) => each['mac'] === macOf(mac));
    if (!row) throw classicRefusal('UnknownDevice');
    return row;
  }

  #upgrade(site: LabSite, macs: readonly unknown[]): readonly Row[] {
    const rows = macs.map((mac) => this.#known(site, mac));
    if (rows.some((row) => row['upgradable'] !== true)) throw classicRefusal('Invalid');
    return rows.map((row) => this.#begin(site, row, {}));
  }

  #external(site: LabSite, body: Row): readonly Row[] {
    const { url, mac, macs } = body;
    if (typeof url !== 'string' || URL.parse(url) === null) throw invalidPayload('url');
    const wanted = Array.isArray(macs) ? macs : [mac];
    const rows = wanted.map((each) => this.#known(site, each));
    return rows.map((row) => this.#begin(site, row, { upgraded_from: url }));
  }

  /** Ten minutes later the device runs what it was offered. */
  #begin(site: LabSite, row: Row, fields: Row): Row {
    const done = { state: connected, upgradable: false, version: row['upgrade_to_firmware'] };
    this.#tables.later(site, 'device', row, { afterMs: upgradeMs, fields: done });
    return this.#tables.update(site, 'device', row, { state: upgrading, ...fields });
  }

  #rolling(site: LabSite, { body }: LabRequest): readonly Row[] {
    const types: unknown = body === '' ? [] : JSON.parse(body);
    if (!Array.isArray(types) || !types.every((type) => deviceTypes.has(String(type))))
      throw invalidPayload('types');
    return this.#noted(site, 'rollupgrade', { types });
  }

  #backup(site: LabSite, { days = -1 }: Row): readonly Row[] {
    if (!Number.isInteger(Number(days))) throw invalidPayload('days', '-?[0-9]+');
    const filename = `network_backup_${this.#tables.now()}.unf`;
    this.#tables.insert(site, 'backup', { filename, days: Number(days), time: this.#tables.now() });
    return [{ url: `/dl/backup/${filename}` }];
  }

  #archive(site: LabSite, id: string | null): readonly Row[] {
    const rows = this.#tables.rows(site, 'alarm').filter((row) => id === null || row['_id'] === id);
    if (id !== null && rows.length === 0) throw classicRefusal('IdInvalid');
    return rows.map((row) => this.#tables.update(site, 'alarm', row, { archived: true }));
  }

  #addSite({ desc }: Row): readonly Row[] {
    if (typeof desc !== 'string' || desc === '') throw invalidPayload('desc');
    const name = Math.random().toString(36).slice(2, 10).padEnd(8, 'x');
    const { _id } = this.#tables.addSite(name, desc);
    return [{ _id, name, desc }];
  }

  #updateSite(site: LabSite, { desc }: Row): readonly Row[] {
    if (typeof desc !== 'string' || desc === '') throw invalidPayload('desc');
    site.desc = desc;
    return [];
  }

  #deleteSite({ site: id }: Row): readonly Row[] {
    const index = this.#tables.sites.findIndex(({ _id }) => _id === id);
    if (index < 0) throw classicRefusal('IdInvalid');
    if (this.#tables.sites[index]?.name === 'default') throw classicRefusal('NoDelete');
    this.#tables.sites.splice(index, 1);
    return [];
  }

  /** What was asked for, so that tests see it in the state. */
  #noted(site: LabSite, what: string, fields: Row): readonly Row[] {
    this.#tables.insert(site, 'commands', { what, ...fields, at: this.#tables.now() });
    return [];
  }
}

function macOf(value: unknown): string {
  if (typeof value !== 'string' || !macPattern.test(value)) throw invalidPayload('mac', macPattern.source);
  return value.toLowerCase();
}
