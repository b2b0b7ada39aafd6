/** The directory speaks something that is no LDAP, or too much of it. */
export class LdapFault extends Error {
  override readonly name = 'LdapFault';
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`the directory cannot be used: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** All that one connection may answer; a person's entry is a few kilobytes. */
const MAX_BYTES = 1_048_576;

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const ENUMERATED = 0x0a;
const TEXT = 0x04;
const ENTRY = 0x64;
const REFERENCE = 0x73;
/** Of a bind, of a search, of an extended operation. */
const RESULTS = new Set([0x61, 0x65, 0x78]);

interface Element {
  readonly tag: number;
  readonly from: number;
  /** Index of the content. */
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a directory's bytes into messages and checks that each is built as RFC 4511 says, before the library reads
 * it: the library loops without end over lengths that do not fit, and nests as deep as messages are many.
 * Unrequested extras of results and controls are left out.
 */
export class LdapFrames {
  readonly #deliver: (message: Buffer) => void;
  #bytes = Buffer.alloc(0);
  #received = 0;

  constructor(deliver: (message: Buffer) => void) {
    this.#deliver = deliver;
  }

  /** Throws an `LdapFault`; nothing may be pushed afterwards. */
  push(data: Buffer): void {
    this.#received += data.length;
    if (this.#received > MAX_BYTES) throw new LdapFault('too_much');
    this.#bytes = Buffer.concat([this.#bytes, data]);
    let offset = 0;
    for (;;) {
      if (offset < this.#bytes.length && this.#bytes[offset] !== SEQUENCE) throw malformed();
      const message = elementAt(this.#bytes, offset, MAX_BYTES);
      if (message === null || message.end > this.#bytes.length) break;
      const checked = checkedMessage(this.#bytes, message);
      if (checked !== null) this.#deliver(checked);
      offset = message.end;
    }
    this.#bytes = this.#bytes.subarray(offset);
  }
}

const malformed = (): LdapFault => new LdapFault('malformed');

/** Null while its beginning has not arrived. */
function elementAt(bytes: Buffer, from: number, limit: number): Element | null {
  const [tag, first] = [bytes[from], bytes[from + 1]];
  if (tag === undefined || first === undefined) return null;
  const count = first < 0x80 ? 0 : first - 0x80;
  if (first === 0x80 || count > 4) throw malformed();
  const start = from + 2 + count;
  if (bytes.length < start) return null;
  const length = count === 0 ? first : bytes.readUIntBE(from + 2, count);
  if (start + length > limit) throw malformed();
  return { tag, from, start, end: start + length };
}

/** The parts of an element, which fill it exactly. */
function partsOf(bytes: Buffer, { start, end }: Element): readonly Element[] {
  const parts: Element[] = [];
  for (let offset = start; offset < end; ) {
    const part = elementAt(bytes, offset, end);
    if (part === null) throw malformed();
    parts.push(part);
    offset = part.end;
  }
  return parts;
}

/** The same, which must be of these kinds. */
function kindsOf(bytes: Buffer, element: Element, ...tags: readonly number[]): readonly Element[] {
  const parts = partsOf(bytes, element);
  if (tags.some((tag, index) => parts[index]?.tag !== tag)) throw malformed();
  return parts;
}

/** Null for a kind of message that no request expects. */
function checkedMessage(bytes: Buffer, message: Element): Buffer | null {
  const [id, operation] = kindsOf(bytes, message, INTEGER);
  if (id === undefined || operation === undefined) throw malformed();
  const content = checkedOperation(bytes, operation);
  if (content === null) return null;
  return encoded(SEQUENCE, [bytes.subarray(id.from, id.end), encoded(operation.tag, [content])]);
}

function checkedOperation(bytes: Buffer, operation: Element): Buffer | null {
  const whole = bytes.subarray(operation.start, operation.end);
  if (RESULTS.has(operation.tag)) {
    const [, , message] = kindsOf(bytes, operation, ENUMERATED, TEXT, TEXT);
    return bytes.subarray(operation.start, message?.end);
  }
  if (operation.tag === REFERENCE) allText(bytes, operation);
  else if (operation.tag === ENTRY) checkEntry(bytes, operation);
  else return null;
  return whole;
}

function checkEntry(bytes: Buffer, entry: Element): void {
  const [, attributes, ...rest] = kindsOf(bytes, entry, TEXT, SEQUENCE);
  if (attributes === undefined || rest.length > 0) throw malformed();
  for (const attribute of partsOf(bytes, attributes)) {
    if (attribute.tag !== SEQUENCE) throw malformed();
    const [, values, ...more] = kindsOf(bytes, attribute, TEXT, SET);
    if (values === undefined || more.length > 0) throw malformed();
    allText(bytes, values);
  }
}

function allText(bytes: Buffer, element: Element): void {
  if (partsOf(bytes, element).some(({ tag }) => tag !== TEXT)) throw malformed();
}

function encoded(tag: number, contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const head = Buffer.from([tag, 0x84, 0, 0, 0, 0]);
  head.writeUInt32BE(content.length, 2);
  return Buffer.concat([head, content]);
}
