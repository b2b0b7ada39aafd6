import t from 'tap';
import { prettyBody } from '../../console/deliveries/pretty-body.ts';
import { patternSuggestions } from '../../console/event-patterns.ts';
import { parseObject } from '../../console/templates/parse-object.ts';

t.test('a first word that several types share becomes a pattern', async (t) => {
  const events = ['site.created', 'site.deleted', 'audit.chain.broken'].map((event_type) => ({
    event_type,
    title: event_type.toUpperCase(),
  }));
  t.same(
    patternSuggestions(events).map(({ value }) => value),
    ['**', 'site.**', 'site.created', 'site.deleted', 'audit.chain.broken'],
  );
});

t.test('templates are objects of JSON', async (t) => {
  t.same(parseObject('{"text": "{{event.id}}"}'), { text: '{{event.id}}' });
  for (const text of ['', '[]', 'null', '"text"', '{ not json']) t.equal(parseObject(text), undefined);
});

t.test('JSON is indented, other bodies stay', async (t) => {
  t.equal(prettyBody('{"a":1}'), '{\n  "a": 1\n}');
  t.equal(prettyBody('{"a":'), '{"a":');
});
