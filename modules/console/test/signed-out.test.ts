import t from 'tap';
import { isPublicPath, publicPageAt } from '../app/signed-out/public-paths.ts';
import { EMPTY, setupBody, stepOfFaults } from '../app/signed-out/setup/draft.ts';
import { readAnswer } from '../app/signed-out/sso/answer.ts';

t.test('addresses of mails and providers need no sign-in', async (t) => {
  t.equal(publicPageAt('/console/reset-password'), 'reset');
  t.equal(publicPageAt('/console/sso/callback/'), 'callback');
  t.notOk(isPublicPath('/console/sites'));
  t.notOk(isPublicPath('/console/'));
});

t.test('the answer of a provider is a code, a refusal or nothing', async (t) => {
  t.same(readAnswer('?code=a&state=b&iss=https%3A%2F%2Fc'), {
    is: 'code',
    code: 'a',
    state: 'b',
    iss: 'https://c',
  });
  t.same(readAnswer('?error=access_denied&state=b'), { is: 'refusal', error: 'access_denied' });
  t.same(readAnswer('?error=Call+0900+now'), { is: 'refusal', error: null }, 'other words are not shown');
  t.same(readAnswer('?code=a'), { is: 'none' });
});

t.test('a refused setup goes back to the step of the field', async (t) => {
  t.equal(stepOfFaults(['password']), 'administrator');
  t.equal(stepOfFaults(['organization_slug', 'password']), 'organization');
  t.equal(stepOfFaults([]), 'check');
});

t.test('fields of the setup that were left empty are not sent', async (t) => {
  t.same(setupBody({ ...EMPTY, email: 'a@b.example', repeated: 'x' }), {
    organization_name: '',
    email: 'a@b.example',
    username: '',
    password: '',
  });
  t.equal(setupBody({ ...EMPTY, setup_token: ' token\n' }).setup_token, 'token');
});
