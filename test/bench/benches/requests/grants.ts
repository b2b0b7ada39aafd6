import { call } from '../../../harness/http-client.ts';
import { atLeast, type Bench } from '../../bench.ts';
import { type LoadTarget, load } from '../../load/load.ts';
import { alternate } from '../../rounds.ts';
import { expect, PASSWORD, type Scene, signIn } from '../../scene.ts';
import type { Stage } from '../../stage.ts';
import { bearer } from './http-sides.ts';

const WARM_UP_SECONDS = 2;
let people = 0;

/** A viewer of the measured organization who is held to these sites. */
async function viewerHeldTo({ product, organization_id, owner }: Scene, site_ids: readonly string[]) {
  people += 1;
  const email = `held-${people}@bench.example`;
  const body = { email, username: `held-${people}`, password: PASSWORD, role: 'viewer', organization_id };
  const { id: user_id } = await expect(product, 'POST', '/users', 201, { token: owner.token, body });
  for (const site_id of site_ids)
    await expect(product, 'POST', `/organizations/${organization_id}/site-access`, 201, {
      token: owner.token,
      body: { user_id, site_id },
    });
  return signIn(product, email);
}

async function measure(
  stage: Stage,
  { product }: Scene,
  paths: { readonly floor: readonly [string, string]; readonly product: readonly [string, string] },
) {
  const targetOf = ([token, path]: readonly [string, string]): LoadTarget => ({
    url: `${product.url}/api/v1${path}`,
    pid: product.pid,
    headers: bearer(token),
  });
  const bodyOf = async ([token, path]: readonly [string, string]): Promise<string> =>
    (await call(product.url, 'GET', `/api/v1${path}`, { token })).text;
  if ((await bodyOf(paths.floor)) !== (await bodyOf(paths.product)))
    throw new Error('the two callers see different pages');
  const targets = { floor: targetOf(paths.floor), product: targetOf(paths.product) };
  for (const target of [targets.floor, targets.product]) await load(target, stage.of(WARM_UP_SECONDS, 0.2));
  const { options } = stage;
  return alternate(options.rounds, {
    floor: async () => (await load(targets.floor, options.seconds)).perSecond,
    product: async () => (await load(targets.product, options.seconds)).perSecond,
  });
}

async function run(stage: Stage) {
  const scene = await stage.scene();
  const [first = ''] = scene.site_ids;
  const free = await viewerHeldTo(scene, []);
  const all = await viewerHeldTo(scene, scene.site_ids);
  const one = await viewerHeldTo(scene, [first]);
  const page = '/devices?page=1&per_page=50';
  const whole = await measure(stage, scene, { floor: [free.token, page], product: [all.token, page] });
  const searched = await measure(stage, scene, {
    floor: [free.token, `${page}&search=core`],
    product: [all.token, `${page}&search=core`],
  });
  const narrow = await measure(stage, scene, {
    floor: [free.token, `${page}&site_id=${first}`],
    product: [one.token, page],
  });
  const unit = 'requests/s';
  return [
    {
      name: 'grants',
      unit,
      ...whole,
      bar: atLeast(0.9),
      note: 'A page of 50 of 1,000 devices, granted all five sites.',
    },
    { name: 'grants search', unit, ...searched, bar: atLeast(0.9), note: 'The same with a search.' },
    {
      name: 'grants one site',
      unit,
      ...narrow,
      bar: null,
      note: 'Granted one of five sites, against a caller without grants who asks for that site.',
    },
  ];
}

export const grants: Bench = {
  name: 'grants',
  about: 'a list under site grants against the same list without',
  run,
};
