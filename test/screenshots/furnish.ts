import { createServer } from 'node:net';
import { type DemoScene, FEATURE } from '../demo/scene.ts';

const DAY_MS = 86_400_000;

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/**
 * Adds cases that the demonstration leaves out: whatever waits, fails or ends soon, so that no page is empty. The scene's change
 * and Connection are then those that are the best to look at; answers the router's id of the rule that is changed.
 */
export async function furnish(scene: DemoScene): Promise<{ readonly target_id: string }> {
  const target_id = await stageChanges(scene);
  await settle(scene);
  await connect(scene);
  return { target_id };
}

/** One that changes a rule, so that the columns of its diff differ, and new ones. */
async function stageChanges(scene: DemoScene): Promise<string> {
  const rules = await get(scene, `/gateway-mikrotik-firewall/${scene.router_id}/firewall.filter?per_page=50`);
  const rule = rules.items.find(({ comment }: { readonly comment?: string }) => comment === 'no telnet');
  const update = await stage(
    scene,
    `mikrotik-firewall/${scene.router_id}/changes/${FEATURE}?operation=update`,
    {
      target_id: rule['.id'],
      payload: { comment: 'no telnet, no ftp', 'dst-port': '21,23' },
      notes: 'ftp was seen twice this week',
    },
  );
  scene.change_id = update.id;
  await post(scene, `/changes/${update.id}/comments`, {
    text: 'Agreed with the office, please apply before noon.',
  });
  const others = [];
  for (const port of ['25', '445', '3389'])
    others.push(
      await stage(scene, `mikrotik-firewall/${scene.router_id}/changes/${FEATURE}?operation=create`, {
        payload: {
          chain: 'forward',
          action: 'drop',
          protocol: 'tcp',
          'dst-port': port,
          comment: `no ${port}`,
        },
      }),
    );
  await stage(
    scene,
    `opnsense-firewall/${scene.firewall_id}/changes/opnsense.firewall.rule?operation=create`,
    {
      payload: {
        interface: 'lan',
        action: 'block',
        source_net: '10.9.1.0/24',
        description: 'cameras stay inside',
      },
    },
  );
  await post(scene, '/change-sets', {
    name: 'Close what nobody uses',
    changes: others.map(({ id }) => id),
    canary: 1,
  });
  return String(rule['.id']);
}

async function settle(scene: DemoScene): Promise<void> {
  const { organization_id, id } = await get(scene, '/auth/me');
  const { items } = await get(scene, '/users?per_page=50');
  const colleague = items.find((user: { readonly id: string }) => user.id !== id);
  await post(scene, '/changes/freezes', {
    starts_at: inDays(3),
    ends_at: inDays(5),
    reason: 'The harbour festival: nothing is touched.',
  });
  await post(scene, '/roles', { name: 'Night shift', permissions: ['device:read', 'site:read'] });
  await post(scene, `/organizations/${organization_id}/site-access`, {
    user_id: colleague.id,
    site_id: scene.site_id,
    expires_at: inDays(2),
    reason: 'stands in until Friday',
  });
  await post(scene, '/api-keys', { name: 'monitoring', scopes: ['device:read'], expires_in_days: 3 });
  await post(scene, '/views', {
    name: 'Away',
    page: 'inventory/devices',
    search: { status: 'offline' },
    is_shared: true,
  });
  await post(scene, '/oauth2/applications', {
    name: 'Ticket desk',
    redirect_uris: ['https://tickets.example.com/callback'],
    scopes: ['device:read'],
    confidential: true,
  });
  await post(scene, '/auth/sso/providers', {
    name: 'Harbour sign-on',
    kind: 'oidc',
    config: {
      issuer: 'https://login.example.com',
      client_id: 'patchbay',
      client_secret: 'a secret of the pictures',
    },
    is_enabled: false,
  });
  const url = await closedAddress();
  await post(scene, '/notifications/channels', { name: 'Operations', kind: 'webhook', url });
  await post(scene, '/webhooks/templates', {
    name: 'Short',
    body: { text: 'Site {{trigger.name}} is there' },
  });
  await post(scene, '/webhooks', { name: 'Ticket desk', url, events: ['site.**', 'controller.change.*'] });
  for (const name of ['Customs house', 'Lighthouse']) await post(scene, '/sites', { name });
}

/** A Connection that is worth looking at. */
async function connect(scene: DemoScene): Promise<void> {
  const step = (message: string) => ({ operation_id: 'fabric.log', params: { message } });
  const { id } = await post(scene, '/fabric/connections', {
    name: 'follow every change of the firewall',
    source_event: 'controller.change.*',
    conditions: { logic: 'and', conditions: [{ field: 'feature', operator: 'eq', value: FEATURE }] },
    steps: [
      step('seen {{trigger.feature}}'),
      step('change {{trigger.change_id}}'),
      step('on controller {{trigger.controller_id}}'),
    ],
  });
  scene.connection_id = id;
}

/** Nothing answers there any more. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was free');
  return `http://127.0.0.1:${address.port}/hook`;
}

const get = async ({ api, owner }: DemoScene, path: string) =>
  (await api.call('GET', path, 200, { token: owner })).body;

const post = async ({ api, owner }: DemoScene, path: string, body: object) =>
  (await api.call('POST', path, 201, { token: owner, body })).body;

const stage = async ({ api, engineer }: DemoScene, path: string, body: object) =>
  (await api.call('POST', `/gateway-${path}`, 201, { token: engineer, body })).body;
