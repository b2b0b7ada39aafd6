import fc from 'fast-check';
import t from 'tap';
import { invalidClient } from '../errors.ts';
import { clientCredentials } from '../services/applications/client-credentials.ts';

const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

t.test('what a client puts into the header comes out of it', async () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(word, word, (client_id, client_secret) => {
      const sent = clientCredentials(basic(`${encoded(client_id)}:${encoded(client_secret)}`), {});
      return sent?.client_id === client_id && sent.client_secret === client_secret;
    }),
  );
});

t.test('the form serves where there is no Basic header', async (t) => {
  t.equal(clientCredentials(undefined, {}), null);
  t.same(clientCredentials(undefined, { client_id: 'a' }), { client_id: 'a', client_secret: null });
  t.same(clientCredentials('Bearer x', { client_id: 'a', client_secret: 'b' }), {
    client_id: 'a',
    client_secret: 'b',
  });
});

t.test('both at once, or two names, are a mistake', async (t) => {
  for (const form of [{ client_secret: 'b' }, { client_id: 'other' }])
    t.throws(() => clientCredentials(basic('a:b'), form), { message: /header/ });
  t.same(clientCredentials(basic('a:b'), { client_id: 'a' }), { client_id: 'a', client_secret: 'b' });
});

t.test('a header that cannot be read is refused', async () => {
  fc.assert(
    fc.property(fc.string(), (noise) => {
      try {
        const sent = clientCredentials(`Basic ${noise}`, {});
        return sent !== null && sent.client_id.length > 0;
      } catch (error) {
        return invalidClient.matches(error);
      }
    }),
  );
});
