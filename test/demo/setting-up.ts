import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { call } from '../harness/http-client.ts';
import { waitFor } from '../harness/wait-for.ts';
import { COLLEAGUE, type DemoScene, ENGINEER, FEATURE, OTHER, OWNER } from './scene.ts';
import { StreamReader } from './stream.ts';

const ROOT = join(import.meta.dirname, '..', '..');

async function signIn(
  scene: DemoScene,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const answer = await scene.api.call('POST', '/auth/login', 200, {
    body: { login: email, password },
    quiet: true,
  });
  return String(answer.body.access_token);
}

export async function organizations(scene: DemoScene): Promise<void> {
  await scene.api.call('POST', '/setup/initialize', 201, {
    body: {
      organization_name: 'Harbour Networks',
      email: OWNER.email,
      username: 'harbour-owner',
      password: OWNER.password,
    },
  });
  scene.owner = await signIn(scene, OWNER);
  const created = await scene.api.call('POST', '/organizations', 201, {
    token: scene.owner,
    body: { name: 'Summit Hosting' },
  });
  await scene.api.call('POST', '/users', 201, {
    token: scene.owner,
    body: { ...OTHER, username: 'summit-owner', role: 'org_admin', organization_id: created.body.id },
  });
  for (const [username, person] of [
    ['engineer', ENGINEER],
    ['colleague', COLLEAGUE],
  ] as const)
    await scene.api.call('POST', '/users', 201, {
      token: scene.owner,
      body: { ...person, username, role: 'site_admin' },
    });
  scene.other = await signIn(scene, OTHER);
  scene.engineer = await signIn(scene, ENGINEER);
  scene.colleague = await signIn(scene, COLLEAGUE);
  scene.narrator.says(
    'Harbour Networks has an owner and two engineers, Summit Hosting an administrator of its own.',
  );
}

export async function listen(scene: DemoScene): Promise<void> {
  const stream = new StreamReader(scene.url, scene.owner);
  scene.stream = stream;
  const connected = await stream.frame('connected');
  scene.narrator.got(
    `connected; ${(connected['available_events'] as readonly string[]).length} event types may be heard`,
  );
  stream.send({ type: 'subscribe', subscriptions: ['controller.change.*'] });
  scene.narrator.got(`subscribed: ${JSON.stringify((await stream.frame('subscribed'))['subscriptions'])}`);
}

export async function installPlugin(scene: DemoScene): Promise<void> {
  const file = join(scene.folder, 'lease-watch.zip');
  const cli = join(ROOT, 'plugins-sdk', 'cli', 'main.ts');
  const example = join(ROOT, 'plugins-sdk', 'examples', 'lease-watch');
  await scene.narrator.waiting(
    'packing the example with the SDK',
    promisify(execFile)(process.execPath, [cli, 'pack', example, '--out', file]),
  );
  await scene.api.call('POST', '/plugins', 201, {
    token: scene.owner,
    raw: await readFile(file),
    headers: { 'content-type': 'application/zip' },
  });
  const operation = await waitFor('the plugin in the catalog', async () => {
    const { body } = await call(scene.url, 'GET', '/api/v1/fabric/catalog', { token: scene.owner });
    return body.operations.find(({ id }: { id: string }) => id === 'plugin.lease-watch.summary');
  });
  scene.narrator.got(
    `the catalog now has ${operation.id} (tier ${operation.tier}, by ${operation.provider_id})`,
  );
  scene.stream?.send({ type: 'subscribe', subscriptions: ['plugin.lease-watch.*'] });
  await waitFor('the subscription', () =>
    scene.stream?.frames.some(
      (frame) =>
        frame.type === 'subscribed' && JSON.stringify(frame['subscriptions']).includes('plugin.lease-watch'),
    ),
  );
}

export async function connect(scene: DemoScene): Promise<void> {
  const me = await scene.api.call('GET', '/auth/me', 200, { token: scene.owner, quiet: true });
  const connection = await scene.api.call('POST', '/fabric/connections', 201, {
    token: scene.owner,
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
  scene.connection_id = connection.body.id;
}
