import { CommanderError } from 'commander';
import t from 'tap';
import { type AnyCommand, command } from '../command.ts';
import { buildProgram, type ParsedCall } from '../program.ts';

const greet = command({
  name: 'greet',
  summary: 'greet somebody',
  description: 'Says it once.',
  needs: 'nothing',
  arguments: [{ name: 'who', summary: 'a name' }],
  options: [
    { name: 'loud', summary: 'in capitals' },
    { name: 'good-bye', summary: 'on leaving' },
    { name: 'language', value: 'code', summary: 'tongue', choices: ['de', 'en'], default: 'en' },
    { name: 'from', value: 'name', summary: 'sender' },
  ],
  run: async ({ arguments: { who }, options }) => {
    // The values are typed by what is declared.
    const typed: [string, boolean, string, string | undefined] = [
      who,
      options.loud,
      options.language,
      options.from,
    ];
    return typed.length;
  },
});
const verify: AnyCommand = command({
  name: 'audit verify',
  summary: 'check',
  needs: 'nothing',
  run: async () => 0,
});

function parse(...argv: readonly string[]): {
  readonly call: ParsedCall | undefined;
  readonly text: string;
  readonly code: string;
} {
  let call: ParsedCall | undefined;
  let text = '';
  const add = (more: string): void => {
    text += more;
  };
  const program = buildProgram([greet, verify], '1.2.3', { print: add, fail: add }, (found) => {
    call = found;
  });
  try {
    program.parse(argv, { from: 'user' });
    return { call, text, code: '' };
  } catch (error) {
    if (error instanceof CommanderError) return { call, text, code: error.code };
    throw error;
  }
}

t.test('what was typed arrives by name, flags as booleans and defaults filled in', async (t) => {
  const { call } = parse('greet', 'Ada', '--loud', '--from', 'me');
  t.equal(call?.command, greet);
  t.same(call?.arguments, { who: 'Ada' });
  t.same(call?.options, { loud: true, 'good-bye': false, language: 'en', from: 'me' });
  t.same(parse('greet', 'Ada', '--good-bye').call?.options['good-bye'], true);
});

t.test('a name of two words is a command in a group', async (t) => {
  t.equal(parse('audit', 'verify').call?.command, verify);
  t.match(parse('audit').text, /verify +check/);
  t.match(parse('audit', 'verfy').text, /unknown command 'verfy'\n\(Did you mean verify\?\)/);
});

t.test('help lists every command, and each tells its options and what it does', async (t) => {
  t.match(parse('--help').text, /audit \[command\]|audit/);
  t.match(parse('--help').text, /greet \[options\] <who> +greet somebody/);
  t.match(parse('greet', '--help').text, /--language <code> +tongue \(choices: "de", "en", default: "en"\)/);
  t.match(parse('greet', '--help').text, /Says it once\.\n$/);
  t.equal(parse('--version').text, '1.2.3\n');
});

t.test('what does not fit is refused before anything runs', async (t) => {
  for (const argv of [
    ['gret'],
    ['greet'],
    ['greet', 'a', 'b'],
    ['greet', 'a', '--language', 'fr'],
    ['greet', 'a', '--from'],
  ]) {
    const { call, code } = parse(...argv);
    t.equal(call, undefined, argv.join(' '));
    t.not(code, '');
  }
});
