import t from 'tap';
import { compareVersions } from '../services/packages/compare-versions.ts';

t.test('versions are ordered as semantic versioning orders them', (t) => {
  const ordered = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0',
    '1.2.0',
    '1.10.0',
  ];
  for (const [at, one] of ordered.entries())
    for (const [place, other] of ordered.entries())
      t.equal(Math.sign(compareVersions(one, other)), Math.sign(at - place), `${one} and ${other}`);
  t.end();
});
