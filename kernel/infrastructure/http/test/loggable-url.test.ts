import t from 'tap';
import { loggableUrl } from '../index.ts';

const declared = new Set(['page', 'search', 'token', 'state', 'code', 'ticket', 'key']);

t.test('of a query the log keeps what the route declares, and no value that lets somebody in', async (t) => {
  const cases: Readonly<Record<string, string>> = {
    '/a': '/a',
    '/a?': '/a',
    '/a?page=2&search=x%20y': '/a?page=2&search=x%20y',
    '/a?token=p&code=p&state=p&ticket=p&key=p':
      '/a?token=[redacted]&code=[redacted]&state=[redacted]&ticket=[redacted]&key=[redacted]',
    '/a?page=2&api_key=p': '/a?page=2&[1 not declared]',
    '/a?api_key=p&apikey=p&x-api-key=p&password=p&sig=p&p': '/a?[6 not declared]',
    '/a?PAGE=p&%70age=3': '/a?page=3&[1 not declared]',
    '/a?page=1&page=2': '/a?page=1&page=2',
    '/a?page=%': '/a?page=%25',
  };
  for (const [url, expected] of Object.entries(cases)) t.equal(loggableUrl(url, declared), expected);
  t.equal(loggableUrl('/a?page=p', new Set()), '/a?[1 not declared]');
  t.equal(loggableUrl(`/${'x'.repeat(9_000)}`, declared).length, 2_048);
});
