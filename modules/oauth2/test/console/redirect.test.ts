import t from 'tap';
import { isOpened, placeOf, requestIn } from '../../console/consent/redirect.ts';

t.test('browsers are sent to the web and to private schemes only', async (t) => {
  for (const address of [
    'https://app.example.com/back?code=1',
    'http://127.0.0.1:8000/back',
    'com.example.app:/back',
  ])
    t.ok(isOpened(address), address);
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://a/b',
    'file:///etc',
    'no address',
  ])
    t.notOk(isOpened(address), address);
});

t.test('people see the place that they are sent to', async (t) => {
  t.equal(placeOf('https://app.example.com/back?state=1'), 'https://app.example.com');
  t.equal(placeOf('com.example.app:/back'), 'com.example.app:');
});

t.test('an address without an application is no request, and other words of it are left out', async (t) => {
  t.equal(requestIn({ scope: 'site:read' }), null);
  t.same(requestIn({ client_id: 'a', redirect_uri: 'https://b', state: 's', tab: 'x' }), {
    client_id: 'a',
    redirect_uri: 'https://b',
    state: 's',
  });
});
