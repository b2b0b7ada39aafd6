import t from 'tap';
import { createLogger, type Logger, SECRET_MARK } from '../index.ts';

const capture = (): { logger: Logger; lines: () => Record<string, unknown>[] } => {
  const written: string[] = [];
  const stream = { write: (line: string) => void written.push(line) };
  return {
    logger: createLogger({ level: 'info', stream }),
    lines: () => written.map((line) => JSON.parse(line)),
  };
};

t.test('a line carries level, time, message, fields and what the child adds', async (t) => {
  const { logger, lines } = capture();
  logger.child({ request_id: 'ext-1' }).info('served', { status: 200 });
  const [line] = lines();
  t.match(line, { level: 'info', time: /^\d{4}-.*Z$/, request_id: 'ext-1', status: 200, message: 'served' });
});

t.test('fields with secret names are hidden at any depth, in any spelling', async (t) => {
  const { logger, lines } = capture();
  logger.info('x', {
    password: 'hunter2',
    nested: [{ accessToken: 'a', 'X-Api-Key': 'b', AUTHORIZATION: 'c', controller_password: 'd', keep: 1 }],
  });
  t.match(lines()[0], {
    password: '[redacted]',
    nested: [
      {
        accessToken: '[redacted]',
        'X-Api-Key': '[redacted]',
        AUTHORIZATION: '[redacted]',
        controller_password: '[redacted]',
        keep: 1,
      },
    ],
  });
});

t.test('values marked as secret are hidden under harmless names, in children too', async (t) => {
  const { logger, lines } = capture();
  const marked = { [SECRET_MARK]: true, inner: 'planted' };
  logger.child({ who: marked }).warn('x', { value: marked, list: [marked] });
  t.match(lines()[0], { who: '[redacted]', value: '[redacted]', list: ['[redacted]'] });
  t.notMatch(JSON.stringify(lines()), /planted/);
});

t.test('an address that cannot be read is not printed with its error: it may hold a password', async (t) => {
  const { logger, lines } = capture();
  try {
    new URL('postgres://app:planted@db:notaport/x');
  } catch (error) {
    logger.error('failed', { error, nested: { error } });
  }
  t.match(lines()[0], { error: { type: 'TypeError', message: 'Invalid URL', code: 'ERR_INVALID_URL' } });
  t.notMatch(JSON.stringify(lines()), /planted/);
});

t.test('errors keep type, message, stack and cause; their secret fields are hidden', async (t) => {
  const { logger, lines } = capture();
  const error = Object.assign(new TypeError('broken', { cause: new Error('inner') }), { token: 'planted' });
  logger.error('failed', { error });
  t.match(lines()[0], {
    error: {
      type: 'TypeError',
      message: 'broken',
      stack: /broken/,
      cause: { message: 'inner' },
      token: '[redacted]',
    },
  });
});

t.test('cycles, throwing getters, deep and long values do not break a line', async (t) => {
  const { logger, lines } = capture();
  const cycle: Record<string, unknown> = { text: 'y'.repeat(20_000) };
  cycle['self'] = cycle;
  Object.defineProperty(cycle, 'bad', {
    enumerable: true,
    get: () => {
      throw new Error('no');
    },
  });
  logger.info('x', { cycle, many: Array.from({ length: 5_000 }, () => 1), big: 10n });
  const text = JSON.stringify(lines()[0]);
  t.ok(text.length < 200_000);
  t.match(text, /truncated/);
});

t.test('a level below the threshold writes nothing', async (t) => {
  const { logger, lines } = capture();
  logger.debug('x', { a: 1 });
  t.same(lines(), []);
});
