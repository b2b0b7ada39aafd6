import t from 'tap';
import {
  isFieldRequired,
  keepsSecret,
  materialOf,
  NO_SIGN_IN,
} from '../../console/credentials/credential-values.ts';

t.test('a secret that is left empty is not sent, so that the kept one stays', async (t) => {
  t.same(materialOf({ ...NO_SIGN_IN, username: 'admin' }), { kind: 'password', username: 'admin' });
  t.same(materialOf({ ...NO_SIGN_IN, username: '', secret: 's' }), {
    kind: 'password',
    username: null,
    secret: 's',
  });
});

t.test('each kind sends its own fields', async (t) => {
  t.same(materialOf({ ...NO_SIGN_IN, kind: 'snmp_v2c', username: 'x', community: 'public' }), {
    kind: 'snmp_v2c',
    username: null,
    community: 'public',
  });
  t.same(materialOf({ ...NO_SIGN_IN, kind: 'snmp_v3', username: 'u', auth_key: '12345678' }), {
    kind: 'snmp_v3',
    username: 'u',
    auth_protocol: 'sha256',
    auth_key: '12345678',
  });
  t.same(materialOf({ ...NO_SIGN_IN, kind: 'snmp_v3', username: 'u' }), { kind: 'snmp_v3', username: 'u' });
});

t.test('a secret must be given anew for a kind that keeps it elsewhere', async (t) => {
  t.equal(keepsSecret('password', 'token'), true);
  t.equal(isFieldRequired('secret', 'token', 'password'), false);
  t.equal(isFieldRequired('private_key', 'ssh_key', 'password'), true);
  t.equal(isFieldRequired('secret', 'password', null), true);
  t.equal(isFieldRequired('username', 'token', null), false);
});
