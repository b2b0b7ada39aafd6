import t from 'tap';
import { browserName } from '../../console/profile/browser-name.ts';

t.test('a session is named by browser and system', async (t) => {
  const names = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox 140, Linux',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0':
      'Edge 141, Windows',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36':
      'Chrome 141, Linux',
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36':
      'Chrome 141, Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1':
      'Safari 19, iOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15':
      'Safari 19, macOS',
    'curl/8.14.1': 'curl 8.14.1',
    node: 'Node',
  };
  for (const [user_agent, name] of Object.entries(names)) t.equal(browserName(user_agent), name);
});

t.test('what is not known stays as it was sent', async (t) => {
  t.equal(browserName('<b>a robot</b>'), '<b>a robot</b>');
  t.equal(browserName(''), '–');
});
