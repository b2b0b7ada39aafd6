import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LabEndpoint } from '@patchbay/module-lab/contract';
import { call } from '../harness/http-client.ts';
import { waitFor } from '../harness/wait-for.ts';
import { DemoClient } from './client.ts';
import { must, type Narrator } from './narrator.ts';
import { StreamReader } from './stream.ts';

export const OWNER = { email: 'owner@harbour.example', password: 'Harbour-Lights-2026!' };
export const OTHER = { email: 'owner@summit.example', password: 'Summit-Trail-2026!' };
export const ENGINEER = { email: 'engineer@harbour.example', password: 'Patch-Panel-2026!' };

const RULE = { chain: 'forward', action: 'drop', protocol: 'tcp', 'dst-port': '23', comment: 'no telnet' };
const FEATURE = 'routeros.firewall.filter';
const ROOT = join(import.meta.dirname, '..', '..');

interface LedgerEntry {
  readonly method: string;
  readonly path: string;
}

/** The main job end to end, as clients see it: HTTP and WebSocket only. */
export class MainJob {
  readonly #narrator: Narrator;
  readonly #url: string;
  readonly #lab: LabEndpoint;
  readonly #folder: string;
  readonly #api: DemoClient;
  #owner = '';
  #engineer = '';
  #other = '';
  #controller_id = '';
  #change_id = '';
  #connection_id = '';
  #site_id = '';
  #stream: StreamReader | undefined;

  constructor(narrator: Narrator, url: string, lab: LabEndpoint, folder: string) {
    this.#narrator = narrator;
    this.#url = url;
    this.#lab = lab;
    this.#folder = folder;
    this.#api = new DemoClient(url, narrator);
  }

  async run(): Promise<void> {
    const step = <T>(title: string, work: () => Promise<T>): Promise<T> => this.#narrator.step(title, work);
    await step('Two organizations that never see each other', () => this.#organizations());
    await step('A controller is registered and its devices come in', () => this.#register());
    await step('Somebody listens on the real-time stream', () => this.#listen());
    await step('A sandboxed plugin is installed', () => this.#installPlugin());
    await step('An event is wired to a chain of steps (a Fabric Connection)', () => this.#connect());
    await step('A change is staged: the router is not touched', () => this.#stage());
    await step('The change is reviewed against the live router', () => this.#review());
    await step('With the write gate closed nothing can be applied', () => this.#gate());
    await step('The change is applied, once, and read back', () => this.#apply());
    await step('The event ran the Connection', () => this.#connectionRan());
    await step('The plugin reacted under its own namespace', () => this.#pluginReacted());
    await step('The other organization sees nothing of it', () => this.#isolation());
    await step('All of it stands in the audit chain', () => this.#audit());
    this.#stream?.close();
  }

  async #signIn({ email, password }: { email: string; password: string }): Promise<string> {
    const answer = await this.#api.call('POST', '/auth/login', 200, {
      body: { login: email, password },
      quiet: true,
    });
    return String(answer.body.access_token);
  }

  async #organizations(): Promise<void> {
    await this.#api.call('POST', '/setup/initialize', 201, {
      body: {
        organization_name: 'Harbour Networks',
        email: OWNER.email,
        username: 'harbour-owner',
        password: OWNER.password,
      },
    });
    this.#owner = await this.#signIn(OWNER);
    const created = await this.#api.call('POST', '/organizations', 201, {
      token: this.#owner,
      body: { name: 'Summit Hosting' },
    });
    await this.#api.call('POST', '/users', 201, {
      token: this.#owner,
      body: { ...OTHER, username: 'summit-owner', role: 'org_admin', organization_id: created.body.id },
    });
    await this.#api.call('POST', '/users', 201, {
      token: this.#owner,
      body: { ...ENGINEER, username: 'engineer', role: 'site_admin' },
    });
    this.#other = await this.#signIn(OTHER);
    this.#engineer = await this.#signIn(ENGINEER);
    this.#narrator.says(
      'Harbour Networks has an owner and an engineer, Summit Hosting an administrator of its own.',
    );
  }

  async #register(): Promise<void> {
    const token = this.#owner;
    const site = await this.#api.call('POST', '/sites', 201, { token, body: { name: 'Pier 4' } });
    this.#site_id = site.body.id;
    const credential = await this.#api.call('POST', '/credentials', 201, {
      token,
      body: {
        name: 'router login',
        kind: 'password',
        username: this.#lab.credentials.username,
        secret: this.#lab.credentials.password,
      },
    });
    const controller = await this.#api.call('POST', '/controllers', 201, {
      token,
      body: {
        name: 'edge router',
        site_id: this.#site_id,
        vendor: 'mikrotik',
        url: this.#lab.url,
        credential_id: credential.body.id,
        tls: { verify: false, fingerprint: this.#lab.tls_fingerprint },
      },
    });
    this.#controller_id = controller.body.id;
    await this.#api.call('POST', `/controllers/${this.#controller_id}/test`, 200, { token });
    const started = await this.#api.call('POST', `/controllers/${this.#controller_id}/sync`, 202, { token });
    const path = `/controllers/${this.#controller_id}/syncs/${started.body.sync_id}`;
    const sync = await this.#narrator.waiting(
      'reading the router',
      waitFor(
        'the sync to end',
        async () => {
          const { body } = await call(this.#url, 'GET', `/api/v1${path}`, { token });
          return ['succeeded', 'failed', 'completed', 'done'].includes(body.status) ? body : null;
        },
        { timeoutMs: 30_000, everyMs: 100 },
      ),
    );
    must(sync.created > 0, `devices to come in, not ${JSON.stringify(sync)}`);
    this.#narrator.says(`${sync.created} devices came in, none of them typed by hand.`);
    await this.#api.call('GET', `/devices?site_id=${this.#site_id}&per_page=5`, 200, { token });
  }

  async #listen(): Promise<void> {
    const stream = new StreamReader(this.#url, this.#owner);
    this.#stream = stream;
    const connected = await stream.frame('connected');
    this.#narrator.got(
      `connected; ${(connected['available_events'] as readonly string[]).length} event types may be heard`,
    );
    stream.send({ type: 'subscribe', subscriptions: ['controller.change.*'] });
    this.#narrator.got(`subscribed: ${JSON.stringify((await stream.frame('subscribed'))['subscriptions'])}`);
  }

  async #installPlugin(): Promise<void> {
    const file = join(this.#folder, 'lease-watch.zip');
    const cli = join(ROOT, 'plugins-sdk', 'cli', 'main.ts');
    const example = join(ROOT, 'plugins-sdk', 'examples', 'lease-watch');
    await this.#narrator.waiting(
      'packing the example with the SDK',
      promisify(execFile)(process.execPath, [cli, 'pack', example, '--out', file]),
    );
    await this.#api.call('POST', '/plugins', 201, {
      token: this.#owner,
      raw: await readFile(file),
      headers: { 'content-type': 'application/zip' },
    });
    const operation = await waitFor('the plugin in the catalog', async () => {
      const { body } = await call(this.#url, 'GET', '/api/v1/fabric/catalog', { token: this.#owner });
      return body.operations.find(({ id }: { id: string }) => id === 'plugin.lease-watch.summary');
    });
    this.#narrator.got(
      `the catalog now has ${operation.id} (tier ${operation.tier}, by ${operation.provider_id})`,
    );
    this.#stream?.send({ type: 'subscribe', subscriptions: ['plugin.lease-watch.*'] });
    await waitFor('the subscription', () =>
      this.#stream?.frames.some(
        (frame) =>
          frame.type === 'subscribed' &&
          JSON.stringify(frame['subscriptions']).includes('plugin.lease-watch'),
      ),
    );
  }

  async #connect(): Promise<void> {
    const me = await this.#api.call('GET', '/auth/me', 200, { token: this.#owner, quiet: true });
    const connection = await this.#api.call('POST', '/fabric/connections', 201, {
      token: this.#owner,
      body: {
        name: 'tell us about firewall changes',
        source_event: 'controller.change.applied',
        conditions: { logic: 'and', conditions: [{ field: 'feature', operator: 'eq', value: FEATURE }] },
        steps: [
          { operation_id: 'fabric.log', params: { message: 'applied {{trigger.feature}}' } },
          {
            operation_id: 'fabric.notify',
            params: {
              channels: { in_app: { user_ids: [me.body.id] } },
              title: 'Firewall changed',
              body: 'Change {{trigger.change_id}} was applied.',
            },
          },
        ],
      },
    });
    this.#connection_id = connection.body.id;
  }

  async #ledger(): Promise<readonly LedgerEntry[]> {
    const { body } = await call(this.#lab.ledger_url, 'GET', new URL(this.#lab.ledger_url).pathname);
    return body.entries as readonly LedgerEntry[];
  }

  async #stage(): Promise<void> {
    const before = (await this.#ledger()).length;
    const change = await this.#api.call(
      'POST',
      `/gateway-mikrotik-firewall/${this.#controller_id}/changes/${FEATURE}?operation=create`,
      201,
      { token: this.#engineer, body: { payload: RULE, notes: 'telnet has no place here' } },
    );
    this.#change_id = change.body.id;
    must(change.body.status === 'pending', 'the change to be pending');
    must((await this.#ledger()).length === before, 'no write at the router');
    await this.#stream?.event('controller.change.staged');
    this.#narrator.got('stream: controller.change.staged');
    this.#narrator.says("The router's own ledger of writes is as it was.");
  }

  async #review(): Promise<void> {
    const { body } = await this.#api.call('GET', `/changes/${this.#change_id}?refresh=true`, 200, {
      token: this.#engineer,
    });
    this.#narrator.says(
      `risk ${body.risk}, compared with the ${body.diff_base} value; the diff: ${JSON.stringify(body.diff)}`,
    );
    must(body.diff, 'a diff to review');
  }

  async #gate(): Promise<void> {
    await this.#api.call('PUT', '/system/read-only', 200, { token: this.#owner, body: { read_only: true } });
    const refused = await this.#api.call('POST', `/gateway-vpn/changes/${this.#change_id}/apply`, 403, {
      token: this.#engineer,
      body: { force: true },
    });
    must(String(refused.body.detail).includes('ADAPTER_READ_ONLY'), 'the refusal to name ADAPTER_READ_ONLY');
    await this.#api.call('PUT', '/system/read-only', 200, { token: this.#owner, body: { read_only: null } });
    await this.#api.call('POST', `/gateway-vpn/changes/${this.#change_id}/apply`, 400, {
      token: this.#engineer,
      body: {},
    });
    this.#narrator.says('And without "force": true nothing is applied either.');
  }

  async #apply(): Promise<void> {
    const before = (await this.#ledger()).length;
    const applied = await this.#api.call('POST', `/gateway-vpn/changes/${this.#change_id}/apply`, 200, {
      token: this.#engineer,
      body: { force: true },
    });
    must(applied.body.change.status === 'applied', 'the change to be applied');
    must(applied.body.attempt.outcome === 'succeeded', 'the attempt to have succeeded');
    const written = (await this.#ledger()).slice(before);
    must(written.length === 1, `exactly one write at the router, not ${written.length}`);
    this.#narrator.says(`The router's ledger shows it: ${written[0]?.method} ${written[0]?.path}`);
    const live = await this.#api.call(
      'GET',
      `/gateway-mikrotik-firewall/${this.#controller_id}/firewall.filter?per_page=200`,
      200,
      {
        token: this.#engineer,
      },
    );
    must(JSON.stringify(live.body.items).includes(RULE.comment), 'the rule to be live on the router');
    await this.#stream?.event('controller.change.applied', ({ change_id }) => change_id === this.#change_id);
    this.#narrator.got('stream: controller.change.applied');
    await this.#api.call('POST', `/gateway-vpn/changes/${this.#change_id}/apply`, 409, {
      token: this.#engineer,
      body: { force: true },
    });
  }

  async #connectionRan(): Promise<void> {
    const token = this.#owner;
    const run = await waitFor('the run', async () => {
      const { body } = await call(
        this.#url,
        'GET',
        `/api/v1/fabric/connections/${this.#connection_id}/runs`,
        { token },
      );
      return body.items?.find(
        ({ status }: { status: string }) => status === 'succeeded' || status === 'failed',
      );
    });
    must(run.status === 'succeeded', `the run to succeed, not ${JSON.stringify(run)}`);
    this.#narrator.got(
      `run ${run.status}: ${run.steps.map((each: { operation_id: string; status: string }) => `${each.operation_id} ${each.status}`).join(', ')}`,
    );
    const inbox = await waitFor('the notification', async () => {
      const { body } = await call(this.#url, 'GET', '/api/v1/notifications', { token });
      return body.items?.[0];
    });
    this.#narrator.got(`inbox: ${inbox.title}: ${inbox.body}`);
  }

  async #pluginReacted(): Promise<void> {
    const frame = await this.#stream?.event(
      'plugin.lease-watch.change_seen',
      ({ change_id }) => change_id === this.#change_id,
    );
    must(frame?.event, 'the event of the plugin on the stream');
    this.#narrator.got(`stream: ${frame.event.event_type} ${JSON.stringify(frame.event.payload)}`);
    await this.#api.call('POST', '/fabric/operations/plugin.lease-watch.summary/invoke', 501, {
      token: this.#owner,
      body: { params: {} },
    });
    this.#narrator.says(
      'Its read operation stands in the catalog; nobody can use it to reach around the rules.',
    );
  }

  async #isolation(): Promise<void> {
    const token = this.#other;
    await this.#api.call('GET', `/changes/${this.#change_id}`, 404, { token });
    await this.#api.call('GET', `/controllers/${this.#controller_id}`, 404, { token });
    const devices = await this.#api.call('GET', '/devices', 200, { token });
    must(devices.body.total === 0, 'no device of another organization');
  }

  async #audit(): Promise<void> {
    const { body } = await this.#api.call('GET', '/audit?per_page=200', 200, { token: this.#owner });
    const actions = new Set(body.items.map(({ action }: { action: string }) => action));
    this.#narrator.says(`${body.total} records, among them: ${[...actions].slice(0, 8).join(', ')}`);
    const report = await this.#api.call('GET', '/audit/validate', 200, { token: this.#owner });
    must(report.body.valid === true, 'the chain to be whole');
  }
}
