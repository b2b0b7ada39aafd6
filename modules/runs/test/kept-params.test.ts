import t from 'tap';
import { redactedParams, redactedValue } from '../records/redacted-values.ts';

t.test('values of headers are gone, their names stay', (t) => {
  t.same(redactedParams({ headers: { 'X-Vault': 'a', Accept: 'b' }, method: 'PUT' }), {
    headers: { 'X-Vault': '[redacted]', Accept: '[redacted]' },
    method: 'PUT',
  });
  t.same(redactedParams({ params: { Headers: { a: 1 } } }), { params: { Headers: { a: '[redacted]' } } });
  t.same(
    redactedValue({ headers: { door: 'north' } }),
    { headers: { door: 'north' } },
    'outputs keep theirs',
  );
  t.end();
});

t.test('addresses keep where they lead, and nothing that opens it', (t) => {
  const cases: Readonly<Record<string, string>> = {
    'https://example.com/a/b': 'https://example.com/a/b',
    'https://user:word@example.com/a': 'https://[redacted]@example.com/a',
    'HTTPS://a:b@c@example.com': 'HTTPS://[redacted]@example.com',
    'https://example.com/a?token=x&y=1#z=2':
      'https://example.com/a?token=[redacted]&y=[redacted]#z=[redacted]',
    'https://example.com?whole': 'https://example.com?[redacted]',
    'https://example.com/?a=b=c?d=e;f': 'https://example.com/?a=[redacted]?d=[redacted];[redacted]',
    'https://example.com/mail@home': 'https://example.com/mail@home',
    'see http://a:b@lan/ and https://lan/?k=v.': 'see http://[redacted]@lan/ and https://lan/?k=[redacted]',
  };
  for (const [sent, shown] of Object.entries(cases)) t.equal(redactedParams(sent), shown);
  t.same(redactedParams({ chat: { url: 'https://chat.example/services/T/B/x', kind: 'slack' } }), {
    chat: { url: 'https://chat.example/[redacted]', kind: 'slack' },
  });
  t.end();
});

t.test('texts made to be slow are not', (t) => {
  const startedMs = performance.now();
  for (const piece of ['?', '?a', '&=', 'http://', 'http://@', '@', 'http://a?'])
    redactedParams({
      url: `http://${piece.repeat(16_000 / piece.length)}`,
      list: new Array(20).fill(piece.repeat(8_000)),
    });
  t.ok(performance.now() - startedMs < 10_000);
  t.end();
});
