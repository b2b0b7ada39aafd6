import fc from 'fast-check';
import t from 'tap';
import { faultOfRedirectUri, redirectTo } from '../services/applications/redirect-uri.ts';

t.test('https, http on loopback and private-use schemes are safe, nothing else', async (t) => {
  for (const uri of [
    'https://app.example.com',
    'https://app.example.com/cb?x=1',
    'http://127.0.0.1:49152/cb',
    'http://[::1]:1/',
    'http://localhost/cb',
    'com.example.app:/cb',
    'com.example.app://cb',
  ])
    t.equal(faultOfRedirectUri(uri), null, uri);
  for (const uri of [
    '',
    'https://',
    'https:/app.example.com',
    'https:\\\\app.example.com',
    'https://app.example.com/#',
    'https://a:b@app.example.com',
    'http://10.0.0.1/',
    'http://127.0.0.1@evil.test/',
    'app:/cb',
    'file:///etc/passwd',
    'vbscript:x',
    'https://app.example.com/\n',
    'https://app.example.com/"',
    'https://bücher.example/',
  ])
    t.type(faultOfRedirectUri(uri), 'string', uri);
});

t.test('parameters are added and the rest stays, whatever they hold', async (t) => {
  t.equal(redirectTo('https://a.example/', { code: 'c d', state: undefined }), 'https://a.example/?code=c+d');
  t.equal(redirectTo('https://a.example/?x=%20y', { code: 'c' }), 'https://a.example/?x=%20y&code=c');
  t.equal(redirectTo('https://a.example/?', { code: 'c' }), 'https://a.example/?code=c');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (state) => {
      const sent = new URL(redirectTo('https://a.example/cb?keep=1', { code: 'c', state }));
      return (
        sent.origin === 'https://a.example' &&
        sent.searchParams.get('state') === state.toWellFormed() &&
        sent.searchParams.get('keep') === '1' &&
        sent.hash === ''
      );
    }),
  );
});
