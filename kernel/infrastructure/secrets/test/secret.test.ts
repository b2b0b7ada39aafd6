import { inspect } from 'node:util';
import t from 'tap';
import { createLogger } from '../../../telemetry/index.ts';
import { Secret } from '../index.ts';

t.test('a secret shows itself to nobody but the one who reveals it', async (t) => {
  const secret = new Secret('planted');
  const lines: string[] = [];
  createLogger({ level: 'info', stream: { write: (line) => void lines.push(line) } }).info('x', {
    plain: secret,
    nested: { list: [secret] },
  });
  const shown = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect(secret, { showHidden: true, depth: 9 }),
    inspect({ deep: [secret] }),
    Object.entries(secret).join(),
    JSON.stringify({ ...secret }),
    lines.join(''),
  ].join('\n');
  t.notMatch(shown, /planted/);
  t.match(lines.join(''), /redacted/);
  t.equal(secret.reveal(), 'planted');
});
