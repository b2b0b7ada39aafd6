import t from 'tap';
import { controllerUrl } from '../services/controllers/controller-url.ts';

function refusalOf(text: string): unknown {
  try {
    return controllerUrl(text);
  } catch (error) {
    return error;
  }
}

t.test('an address is kept as scheme, host and port', async (t) => {
  t.equal(controllerUrl('https://Router.Example:8443/'), 'https://router.example:8443');
  t.equal(controllerUrl('http://192.168.88.1'), 'http://192.168.88.1');
  t.equal(controllerUrl('https://[2001:db8::1]:443'), 'https://[2001:db8::1]');
});

t.test('anything else is refused and names the field', async (t) => {
  for (const text of [
    'router.example',
    'ftp://router.example',
    'file:///etc/passwd',
    'https://user:password@router.example',
    'https://router.example/rest',
    'https://router.example/?a=b',
    'https://router.example/#x',
    'https://',
    'https://router.example:0',
    '//router.example',
  ])
    t.match(
      refusalOf(text),
      { id: 'kernel.validation_failed', details: [{ field: 'url', type: 'format' }] },
      text,
    );
});
