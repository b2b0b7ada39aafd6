import t from 'tap';
import { visibleData, visibleText } from '../index.ts';

t.test('characters that act on a reader are shown, all others stay', (t) => {
  t.equal(visibleText('\u001b[2J\r\nred\tend\u0007\u009b1m'), '\\u001b[2J\\r\\nred\\tend\\u0007\\u009b1m');
  t.equal(visibleText('a\u202egnp.exe\u2066b\u2028c'), 'a\\u202egnp.exe\\u2066b\\u2028c');
  t.equal(visibleText('Zürich → 東京 👩‍🔧 C:\\new'), 'Zürich → 東京 👩‍🔧 C:\\new');
  t.strictSame(
    JSON.stringify(
      visibleData({ 'k\u0000': ['\u001b', { deep: '\u007f' }], n: 1, none: null, ['__proto__']: 'x' }),
    ),
    JSON.stringify({ 'k\\u0000': ['\\u001b', { deep: '\\u007f' }], n: 1, none: null, ['__proto__']: 'x' }),
  );
  t.end();
});
