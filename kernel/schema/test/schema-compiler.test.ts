import t from 'tap';
import Type from 'typebox';
import { closed, openedForReply, perSchema, SchemaCompiler } from '../index.ts';

t.test('every compiler refuses a schema that is none, and goes on with others', async (t) => {
  for (const options of [{ strict: true }, { strict: false, allErrors: true }]) {
    const compiler = new SchemaCompiler(options);
    t.throws(() => compiler.compile({ type: 'strin' }), /schema is invalid.*type/);
    t.throws(() => compiler.compile({ type: 'object', properties: [] }), /schema is invalid/);
    t.ok(compiler.compile({ type: 'string' })('text'));
    t.ok(compiler.compile(Type.Object({ at: Type.String({ format: 'date-time' }) })));
  }
});

t.test('usual formats and our own of addresses are checked', async (t) => {
  const compiler = new SchemaCompiler({ strict: true });
  const fits = (format: string, value: string) => compiler.compile({ type: 'string', format })(value);
  t.ok(fits('uuid', '01a206cf-5899-7554-8a16-abc380f3d92b'));
  t.notOk(fits('uuid', 'none'));
  t.ok(fits('email', 'first@example.com'));
  t.notOk(fits('email', 'first@'));
});

t.test('work for a schema is done once for each schema object', async (t) => {
  let calls = 0;
  const numbered = perSchema(() => {
    calls += 1;
    return calls;
  });
  const [one, other] = [Type.Object({ a: Type.String() }), Type.Object({ a: Type.String() })];
  t.same([numbered(one), numbered(other), numbered(one)], [1, 2, 1]);
  t.equal(closed(one), closed(one));
  t.equal(openedForReply(one), openedForReply(one));
});
