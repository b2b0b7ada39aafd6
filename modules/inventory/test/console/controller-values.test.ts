import t from 'tap';
import {
  type Controller,
  changesOf,
  fingerprintText,
  isElsewhere,
  tlsOf,
  trustOf,
  valuesOf,
} from '../../console/controllers/controller-values.ts';

const PIN = 'AB'.repeat(32);
const controller: Controller = {
  id: 'c',
  organization_id: 'o',
  site_id: 's',
  name: 'edge',
  vendor: 'mikrotik',
  url: 'https://192.0.2.1',
  credential_id: 'k',
  tls: { verify: false, fingerprint: PIN },
  allow_plaintext: false,
  status: 'online',
  version: null,
  model: null,
  serial: null,
  capabilities: [],
  last_sync_at: null,
  last_error: null,
  created_at: '',
  updated_at: '',
};

t.test('trust is one of four', async (t) => {
  t.equal(trustOf({ verify: true }), 'verify');
  t.equal(trustOf({ verify: false, pin_on_first_use: true }), 'first');
  t.equal(trustOf({ verify: false, pin_on_first_use: true, fingerprint: PIN }), 'pin');
  t.equal(trustOf({ verify: false }), 'none');
  t.same(tlsOf({ trust: 'first', fingerprint: '' }), { verify: false, pin_on_first_use: true });
});

t.test('a fingerprint that is written in another way is the same one', async (t) => {
  const written = { ...valuesOf(controller), fingerprint: fingerprintText(PIN.toLowerCase()) };
  t.equal(written.fingerprint.slice(0, 8), 'AB:AB:AB');
  t.equal(isElsewhere(written, controller), false);
});

t.test('an edit names the credential only when it is another one or leads elsewhere', async (t) => {
  const values = valuesOf(controller);
  t.same(changesOf({ ...values, name: 'core' }, controller, 'k'), { name: 'core', site_id: 's' });
  t.match(changesOf(values, controller, 'other'), { credential_id: 'other' });
  t.match(changesOf({ ...values, url: 'https://192.0.2.2' }, controller, 'k'), {
    url: 'https://192.0.2.2',
    tls: { verify: false, fingerprint: PIN },
    credential_id: 'k',
  });
});
