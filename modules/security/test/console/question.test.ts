import t from 'tap';
import { bodyOf, isWhole, questionOf, searchOf } from '../../console/explain/question.ts';
import { routeSuggestions } from '../../console/explain/route-suggestions.ts';

t.test('a question stands in the address', async (t) => {
  const question = questionOf({ user_id: 'u', permission: ' site:write ', tab: 'explain' });
  t.same(bodyOf(question), { user_id: 'u', permission: 'site:write' });
  t.same(searchOf(question), {
    user_id: 'u',
    key_id: null,
    permission: 'site:write',
    route_id: null,
    resource_id: null,
  });
  t.equal(isWhole(question), true);
});

t.test('it has one subject and one demand', async (t) => {
  const question = { ...questionOf({ key_id: 'k', route_id: 'sites.list' }), user_id: 'u', resource_id: 'r' };
  t.same(bodyOf(question), { key_id: 'k', route_id: 'sites.list', resource_id: 'r' });
  t.equal(isWhole(questionOf({ user_id: 'u' })), false);
  t.equal(isWhole(questionOf({ permission: 'p' })), false);
});

t.test('routes come from the API document', async (t) => {
  const document = {
    paths: {
      '/sites': { get: { operationId: 'sites.list' }, post: { operationId: 'sites.create' }, parameters: [] },
    },
  };
  t.same(routeSuggestions(document), [
    { value: 'sites.list', label: 'GET /sites' },
    { value: 'sites.create', label: 'POST /sites' },
  ]);
  t.same(routeSuggestions(undefined), []);
});
