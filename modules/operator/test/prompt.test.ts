import { PassThrough } from 'node:stream';
import t from 'tap';
import { Prompt } from '../terminal/prompt.ts';

/** A terminal of the test's own, with what it was asked to show. */
function terminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => void modes.push(on),
  });
  let shown = '';
  const output = {
    write: (text: string) => {
      shown += text;
    },
  };
  return { input, modes, prompt: new Prompt(input, output), shown: () => shown };
}

const piped = (text: string): Prompt => {
  const input = new PassThrough();
  input.end(text);
  return new Prompt(input, { write: () => {} });
};

const refusal = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => null,
    (error: unknown) => error,
  );

t.test('a password is read twice without showing a character of it', async (t) => {
  const { input, prompt, shown, modes } = terminal();
  const answer = prompt.password('Password');
  input.write('wrong\u0015Gehx\u007feim-9\r');
  input.write('Geheim-9\r');
  t.equal(await answer, 'Geheim-9');
  t.equal(shown(), 'Password: \nPassword again: \n');
  t.same(modes, [true, false, true, false], 'the terminal is left as it was');
});

t.test('characters of several bytes are taken back as one', async (t) => {
  const { input, prompt } = terminal();
  const answer = prompt.password('Password');
  input.write('pass😀\u007fwört\rpasswört\r');
  t.equal(await answer, 'passwört', 'what was pasted at once is not lost');
});

t.test('a character that comes in two pieces is one', async (t) => {
  const input = new PassThrough();
  const answer = new Prompt(input, { write: () => {} }).password('Password');
  const bytes = Buffer.from('wört\n');
  input.write(bytes.subarray(0, 2));
  await new Promise((resolve) => setImmediate(resolve));
  input.write(bytes.subarray(2));
  t.equal(await answer, 'wört');
});

t.test('two different answers, and Ctrl-C, end it with nothing done', async (t) => {
  const first = terminal();
  const different = first.prompt.password('Password');
  first.input.write('one\rtwo\r');
  t.match(await refusal(different), { message: 'The two were not the same.', exitCode: 1 });
  const second = terminal();
  const interrupted = second.prompt.password('Password');
  second.input.write('se\u0003');
  t.match(await refusal(interrupted), { exitCode: 130 });
  t.same(second.modes, [true, false]);
});

t.test('without a terminal one line of standard input is the answer', async (t) => {
  t.equal(await piped('Geheim-9\n').password('Password'), 'Geheim-9');
  t.equal(await piped('Geheim-9').password('Password'), 'Geheim-9');
  t.equal(await piped('Geheim-9\r\nmore\n').password('Password'), 'Geheim-9');
  t.equal(await piped(' with spaces \n').password('Password'), ' with spaces ');
  t.match(await refusal(piped('').password('Password')), {
    exitCode: 2,
    message: /standard input, which is empty/,
  });
  t.match(await refusal(piped('x'.repeat(100_000)).password('Password')), {
    exitCode: 2,
    message: /longer than 4096/,
  });
});

t.test('only yes confirms, and without a terminal nobody does', async (t) => {
  for (const [typed, expected] of [
    ['y', true],
    ['YES', true],
    ['', false],
    ['no', false],
    ['yesterday', false],
  ] as const) {
    const { input, prompt } = terminal();
    const answer = prompt.confirm('Sure?');
    input.write(`${typed}\r`);
    t.equal(await answer, expected, typed);
  }
  t.match(await refusal(piped('y\n').confirm('Sure?')), { exitCode: 2, hint: /--yes/ });
});
