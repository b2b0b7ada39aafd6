import t from 'tap';
import { nearestName } from '../reading/nearest-name.ts';

const KNOWN = [
  'id',
  'name',
  'site',
  'vendor',
  'url',
  'credential',
  'tls_verify',
  'custom_fields',
  'timezone',
  'address',
];

t.test('a misspelt name leads to the one that was meant', async (t) => {
  for (const [word, meant] of [
    ['nmae', 'name'],
    ['Name', 'name'],
    [' name ', 'name'],
    ['names', 'name'],
    ['site_id', 'site'],
    ['adress', 'address'],
    ['Time Zone', 'timezone'],
    ['custom-field', 'custom_fields'],
    ['credentials', 'credential'],
    ['ulr', 'url'],
  ] as const)
    t.equal(nearestName(word, KNOWN), meant, word);
});

t.test('a word that is like none leads to none', async (t) => {
  for (const word of ['', 'Beschreibung', 'x', '=cmd()', 'x'.repeat(10_000), '😀😀'])
    t.equal(nearestName(word, KNOWN), null, word.slice(0, 20));
  t.equal(nearestName('name', []), null);
});
