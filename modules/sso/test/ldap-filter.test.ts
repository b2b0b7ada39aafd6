import t from 'tap';
import { filterFault, filterFor } from '../services/ldap/ldap-filter.ts';

t.test('whatever a login holds, it stays one value of the filter', async (t) => {
  const template = '(&(objectClass=person)(|(uid={login})(mail={login}@*)))';
  for (const login of ['*', '*)(uid=*', 'a)(|(uid=*', '\\2a', ':=x', '>=1', 'é{login}', '(', '\\', '$&']) {
    const filter = JSON.parse(JSON.stringify(filterFor(template, login)));
    t.match(filter.filters[0], { attribute: 'objectClass', value: 'person' }, login);
    t.match(filter.filters[1].filters, [
      { attribute: 'uid', value: login },
      { attribute: 'mail', initial: `${login}@`, any: [], final: '' },
    ]);
    t.equal(filter.filters.length, 2);
  }
});

t.test('a filter must be one, and hold the login as a value', async (t) => {
  t.equal(filterFault('(uid={login})'), null);
  t.equal(filterFault('(&(uid={login})(!(title=guest)))'), null);
  t.match(filterFault('(uid=somebody)'), /needs/);
  t.match(filterFault('({login}=*)'), /value only/);
  t.match(filterFault('(uid={login}'), /no LDAP filter/);
  t.match(filterFault('(uid=\\zz{login})'), /no LDAP filter/);
  t.match(filterFault(`(|${'(uid={login})'.repeat(101)})`), /too long/);
});
