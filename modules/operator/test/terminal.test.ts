import { PassThrough } from 'node:stream';
import { ConfigError } from '@patchbay/kernel/config';
import { validationFailed } from '@patchbay/kernel/errors';
import t from 'tap';
import { CommandError } from '../command-error.ts';
import { render } from '../doctor/render.ts';
import { explain } from '../explain.ts';
import { wantsColors } from '../terminal/colors.ts';
import { Terminal } from '../terminal/terminal.ts';

t.test('colors are shown on a terminal only, and not where NO_COLOR says so', async (t) => {
  t.equal(wantsColors({ isTTY: true, environment: {} }), true);
  t.equal(
    wantsColors({ isTTY: true, environment: { NO_COLOR: '' } }),
    true,
    'an empty NO_COLOR says nothing',
  );
  t.equal(wantsColors({ isTTY: true, environment: { NO_COLOR: '1' } }), false);
  t.equal(wantsColors({ isTTY: true, environment: { TERM: 'dumb' } }), false);
  t.equal(wantsColors({ isTTY: undefined, environment: {} }), false);
});

t.test('results go to standard output, mistakes and progress to standard error', async (t) => {
  const texts = { output: '', errors: '' };
  const into = (name: keyof typeof texts) => ({
    write: (text: string) => {
      texts[name] += text;
    },
  });
  const terminal = new Terminal({
    input: new PassThrough(),
    output: into('output'),
    errors: into('errors'),
    environment: {},
  });
  terminal.print('done');
  terminal.fail('not done', 'try again');
  const progress = terminal.progress('work');
  progress.at('1 of 2');
  progress.done();
  t.same(texts, { output: 'done\n', errors: 'error: not done\ntry again\n' }, 'short work shows no progress');
});

t.test('expected failures are explained without a stack', async (t) => {
  t.same(explain(new CommandError('No.', { hint: 'Yes.' })), { message: 'No.', hint: 'Yes.', exitCode: 1 });
  t.match(explain(new ConfigError('PORT must be integer')), { message: 'PORT must be integer', exitCode: 2 });
  const details = [{ field: 'password', message: 'needs a digit', type: 'no_digit' }];
  t.same(explain(validationFailed({ details })), {
    message: 'Validation failed.\n  password needs a digit',
    hint: undefined,
    exitCode: 1,
  });
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  t.match(explain(refused), { message: /ECONNREFUSED/, exitCode: 2 });
  t.match(explain(new AggregateError([refused])), { message: /ECONNREFUSED/ });
  t.match(explain(Object.assign(new Error('no such role'), { code: '28000' })), {
    message: /no such role \(28000\)/,
  });
  t.match(explain(new TypeError('x is not a function')), { message: /at .*terminal\.test/, exitCode: 2 });
});

t.test('findings stand in columns, each hint below its finding', async (t) => {
  const lines = render(
    [
      { check: 'Node', status: 'ok', message: '24' },
      { check: 'database', status: 'fail', message: 'gone', hint: 'start it' },
    ],
    (_color, text) => text,
  );
  t.same(lines, [
    'ok    Node      24',
    'fail  database  gone',
    '                -> start it',
    '',
    '1 ok, 0 warnings, 1 failed',
  ]);
});
