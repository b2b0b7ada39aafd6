import type { LabEndpoint } from '@patchbay/lab';
import { call } from '../harness/http-client.ts';
import { waitFor } from '../harness/wait-for.ts';
import { must } from './narrator.ts';
import type { DemoScene } from './scene.ts';

interface Gear {
  readonly name: string;
  readonly vendor: string;
  /** Of the credential: a password, or a key and its secret. */
  readonly kind: 'password' | 'key';
  readonly lab: LabEndpoint;
}

export async function registerRouter(scene: DemoScene): Promise<void> {
  const site = await scene.api.call('POST', '/sites', 201, { token: scene.owner, body: { name: 'Pier 4' } });
  scene.site_id = site.body.id;
  const gear: Gear = { name: 'edge router', vendor: 'mikrotik', kind: 'password', lab: scene.router };
  scene.router_id = await register(scene, gear);
  await scene.api.call('GET', `/devices?site_id=${scene.site_id}&per_page=5`, 200, { token: scene.owner });
}

export async function registerFirewall(scene: DemoScene): Promise<void> {
  const gear: Gear = { name: 'office firewall', vendor: 'opnsense', kind: 'key', lab: scene.firewall };
  scene.firewall_id = await register(scene, gear);
  scene.narrator.says('Another maker, another login, other spellings; the same calls.');
}

async function register(scene: DemoScene, { name, vendor, kind, lab }: Gear): Promise<string> {
  const token = scene.owner;
  const { username, password: secret } = lab.credentials;
  const credential = await scene.api.call('POST', '/credentials', 201, {
    token,
    body: { name: `${name} login`, kind, username, secret },
  });
  const controller = await scene.api.call('POST', '/controllers', 201, {
    token,
    body: {
      name,
      site_id: scene.site_id,
      vendor,
      url: lab.url,
      credential_id: credential.body.id,
      tls: { verify: false, fingerprint: lab.tls_fingerprint },
    },
  });
  const id = String(controller.body.id);
  await scene.api.call('POST', `/controllers/${id}/test`, 200, { token });
  const started = await scene.api.call('POST', `/controllers/${id}/sync`, 202, { token });
  const path = `/controllers/${id}/syncs/${started.body.sync_id}`;
  const sync = await scene.narrator.waiting(
    `reading the ${name}`,
    waitFor(
      'the sync to end',
      async () => {
        const { body } = await call(scene.url, 'GET', `/api/v1${path}`, { token });
        return body.finished_at === null ? null : body;
      },
      { timeoutMs: 30_000, everyMs: 100 },
    ),
  );
  must(sync.created > 0, `devices to come in, not ${JSON.stringify(sync)}`);
  scene.narrator.says(`${sync.created} devices came in, none of them typed by hand.`);
  return id;
}
