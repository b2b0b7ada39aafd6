import t from 'tap';
import { breakingChanges } from '../breaking.ts';

const operation = (more: object = {}) => ({
  parameters: [{ name: 'page', in: 'query', required: false }],
  requestBody: {
    content: { 'application/json': { schema: { required: ['name'], properties: { name: {}, note: {} } } } },
  },
  responses: {
    200: {
      content: {
        'application/json': {
          schema: { properties: { items: { items: { properties: { id: {}, name: {} } } } } },
        },
      },
    },
    404: { description: 'Not found' },
  },
  ...more,
});
const document = (paths: object) => ({ paths });
const former = document({ '/sites': { get: operation(), post: operation() } });

t.test('nothing breaks in the same document, nor in one that only grew', async (t) => {
  t.same(breakingChanges(former, former), []);
  t.same(
    breakingChanges(
      former,
      document({ '/sites': { get: operation(), post: operation(), put: operation() }, '/users': {} }),
    ),
    [],
  );
});

t.test('a path and a method that are gone are named', async (t) => {
  t.same(breakingChanges(former, document({})), ['GET /sites is gone', 'POST /sites is gone']);
  t.same(breakingChanges(former, document({ '/sites': { get: operation() } })), ['POST /sites is gone']);
});

t.test('a field of a reply that is gone is named, at any depth', async (t) => {
  const responses = {
    ...operation().responses,
    200: {
      content: {
        'application/json': { schema: { properties: { items: { items: { properties: { id: {} } } } } } },
      },
    },
  };
  const now = document({ '/sites': { get: operation({ responses }), post: operation() } });
  t.same(breakingChanges(former, now), ['GET /sites: reply 200.items[].name is gone']);
});

t.test('a status that is gone is named', async (t) => {
  const { 404: _, ...responses } = operation().responses;
  const now = document({ '/sites': { get: operation({ responses }), post: operation() } });
  t.same(breakingChanges(former, now), ['GET /sites: status 404 is gone']);
});

t.test('what a request may not send any more, or must send now, is named', async (t) => {
  const requestBody = {
    content: {
      'application/json': { schema: { required: ['name', 'slug'], properties: { name: {}, slug: {} } } },
    },
  };
  const parameters = [{ name: 'site_id', in: 'query', required: true }];
  const now = document({ '/sites': { get: operation(), post: operation({ requestBody, parameters }) } });
  t.same(breakingChanges(former, now), [
    'POST /sites: parameter page is gone',
    'POST /sites: parameter site_id is required now',
    'POST /sites: body.note is not taken any more',
    'POST /sites: body.slug is required now',
  ]);
});
