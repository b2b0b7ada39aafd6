import t from 'tap';
import { encodingFor } from '../services/encoding.ts';

t.test('an encoding is chosen by the weights of the caller, and ours decide equal ones', async (t) => {
  const both = { br: 1, gzip: 1 };
  const cases = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip ; q=0.8 , br;q=0.7', 'gzip'],
    ['br;q=0', 'identity'],
    ['*;q=0', 'identity'],
    ['*;q=0.1', 'br'],
    ['gzip;q=x', 'identity'],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['identity', 'identity'],
  ] as const;
  for (const [header, encoding] of cases)
    t.equal(encodingFor(header, both), encoding, `Accept-Encoding: ${header}`);
  t.equal(encodingFor('br, gzip', { gzip: 1 }), 'gzip');
  t.equal(encodingFor('br, gzip', {}), 'identity');
});
