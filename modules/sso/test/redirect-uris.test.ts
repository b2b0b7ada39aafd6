import t from 'tap';
import { RedirectUris } from '../services/oidc/redirect-uris.ts';

const BASE_URL = 'https://patchbay.example.com';

t.test('without a list logins come back to the public address', async (t) => {
  const uris = new RedirectUris([]);
  const own = `${BASE_URL}/auth/sso/callback`;
  t.equal(uris.choose(undefined, BASE_URL), own);
  t.equal(uris.choose(own, BASE_URL), own);
  const ofConsole = `${BASE_URL}/console/sso/callback`;
  t.equal(uris.choose(ofConsole, BASE_URL), ofConsole);
  t.throws(() => uris.choose('https://evil.example.com/auth/sso/callback', BASE_URL), {
    name: 'PatchbayError',
  });
});

t.test('with a list they come back to what it names, word for word', async (t) => {
  const [first, second] = ['https://console.example.com/back', 'http://localhost:5173/back'];
  const uris = new RedirectUris([first, second]);
  t.equal(uris.choose(undefined, BASE_URL), first);
  t.equal(uris.choose(second, BASE_URL), second);
  t.throws(() => uris.choose(`${BASE_URL}/auth/sso/callback`, BASE_URL), { name: 'PatchbayError' });
});

t.test('a list that names no such address stops the start', async (t) => {
  for (const odd of [
    'console.example.com',
    '/back',
    'https://a.example.com/?x=1',
    'https://a.example.com/#x',
    'ftp://a',
  ])
    t.throws(() => new RedirectUris([odd]), { name: 'ConfigError' }, odd);
});
