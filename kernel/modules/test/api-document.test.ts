import t from 'tap';
import { route } from '../../infrastructure/http/index.ts';
import { documentOf } from '../boot/api-document.ts';
import { defineModule } from '../define-module.ts';

const module = (id: string, title: string, ...routeIds: readonly string[]) =>
  defineModule({
    id,
    title,
    status: 'available',
    prefixes: [`/${id}`],
    routes: routeIds.map((routeId) =>
      route({
        id: routeId,
        method: 'GET',
        path: `/${id}/${routeId}`,
        summary: 'Get',
        access: { authenticated: true },
        handle: () => undefined,
      }),
    ),
  });

t.test('every tag carries the title of the module whose routes use it', async (t) => {
  const modules = [
    module('racks', 'Racks', 'racks.list', 'auth.strange'),
    module('identity', 'Identity', 'auth.login', 'api_keys.list', 'racks.owner'),
  ];
  const document = documentOf(modules);
  t.same(document['tags'], [
    { name: 'api_keys', description: 'Identity' },
    { name: 'auth', description: 'Identity' },
    { name: 'racks', description: 'Racks' },
  ]);
  t.equal(JSON.stringify(documentOf(modules.toReversed())), JSON.stringify(document));
});

t.test('for readers, the errors that any operation may answer are told once', async (t) => {
  const modules = [module('racks', 'Racks', 'racks.list')];
  const responses = (document: Readonly<Record<string, unknown>>) =>
    Object.keys(
      (document as { paths: Record<string, { get: { responses: object } }> }).paths[
        '/api/v1/racks/racks.list'
      ]?.get.responses ?? {},
    );
  const short = documentOf(modules, { named: true, usual_errors: false });
  t.same(responses(documentOf(modules)), [
    '204',
    '400',
    '401',
    '403',
    '404',
    '405',
    '422',
    '429',
    '500',
    '503',
  ]);
  t.same(responses(short), ['204']);
  t.match(short['info'], { description: /Any operation may answer, without saying so: 400 \(.*503 \(/ });
});
