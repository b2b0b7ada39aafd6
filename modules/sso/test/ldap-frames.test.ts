import t from 'tap';
import { LdapFrames } from '../services/ldap/ldap-frames.ts';

const bytes = (...parts: readonly (number | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from([part]))));
const element = (tag: number, ...contents: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  return bytes(tag, content.length, content);
};
const text = (value: string): Buffer => element(0x04, Buffer.from(value));
const id = element(0x02, Buffer.from([3]));
const status = element(0x0a, Buffer.from([0]));
const bindDone = element(0x30, id, element(0x61, status, text(''), text('')));
const entry = element(
  0x30,
  id,
  element(0x64, text('uid=a'), element(0x30, element(0x30, text('mail'), element(0x31, text('a@b'))))),
);

function read(...chunks: readonly Buffer[]): readonly Buffer[] {
  const messages: Buffer[] = [];
  const frames = new LdapFrames((message) => messages.push(message));
  for (const chunk of chunks) frames.push(chunk);
  return messages;
}

/** Text after the length, which is written in four bytes. */
const operationOf = (message: Buffer | undefined): string =>
  message?.subarray(6 + id.length).toString('hex') ?? '';
const long = (tag: number, content: Buffer): string => {
  const head = Buffer.from([tag, 0x84, 0, 0, 0, content.length]);
  return Buffer.concat([head, content]).toString('hex');
};

t.test('messages are delivered one by one, however they arrive', async (t) => {
  const stream = Buffer.concat([bindDone, entry, bindDone]);
  t.equal(read(stream).length, 3);
  t.equal(read(...[...stream].map((byte) => Buffer.from([byte]))).length, 3);
  t.equal(read(stream.subarray(0, stream.length - 1)).length, 2, 'half a message waits');
  t.equal(operationOf(read(bindDone)[0]), long(0x61, Buffer.concat([status, text(''), text('')])));
});

t.test('referrals of results and controls are left out, and messages nobody waits for', async (t) => {
  const referral = element(0xa3, text('ldap://elsewhere'));
  const controls = element(0xa0, element(0x30, text('1.2.3')));
  const full = element(0x30, id, element(0x61, status, text(''), text(''), referral), controls);
  t.equal(operationOf(read(full)[0]), operationOf(read(bindDone)[0]));
  t.same(read(element(0x30, id, element(0x79, text('1.2.3')))), []);
});

t.test('what is not built as it must be ends the connection before the library reads it', async (t) => {
  const broken = {
    'a length beyond the message': bytes(0x30, 0x05, id, 0x73, 0x7f),
    'an element beyond its parent': element(0x30, id, bytes(0x64, 0x04, 0x04, 0x7f, 0x61, 0x62)),
    'a list that is a text': element(0x30, id, element(0x64, text('uid=a'), text('0\u0005\u0004\u007fx'))),
    'values that are a text': element(
      0x30,
      id,
      element(0x64, text('uid=a'), element(0x30, element(0x30, text('mail'), text('1\u007f')))),
    ),
    'references that are no text': element(0x30, id, element(0x73, id)),
    'no sequence': element(0x31, id),
    'no id': element(0x30, status),
    'no operation': element(0x30, id),
    'a length without an end': bytes(0x30, 0x80, id),
    'a length of five bytes': bytes(0x30, 0x85, 0, 0, 0, 0, 1),
    'more than anybody needs': bytes(0x30, 0x84, 0x7f, 0xff, 0xff, 0xff),
    'a result without its parts': element(0x30, id, element(0x61, status)),
  };
  for (const [what, message] of Object.entries(broken))
    t.throws(() => read(message), { name: 'LdapFault', reason: 'malformed' }, what);
  const much = Array.from({ length: 9 }, () => Buffer.alloc(9_000 * bindDone.length, bindDone));
  t.throws(() => read(...much), { name: 'LdapFault', reason: 'too_much' });
});
