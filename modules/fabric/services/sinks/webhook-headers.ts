import Type from 'typebox';

/**
 * Headers that no caller sets: those with credentials for a site, those of framing and host, and those that mark
 * our messages.
 */
const WHOLE_NAMES = [
  'cookie',
  'cookie2',
  'set-cookie',
  'set-cookie2',
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'expect',
  '__proto__',
];
/** Ours are `x-fabric-` and `x-webhook-`. */
const FIRST_PARTS = ['proxy-', 'sec-', 'x-fabric-', 'x-webhook-'];

/** Whether a header of this name may stand in the params of a webhook. */
export function mayBeSent(name: string): boolean {
  const folded = name.toLowerCase();
  return !WHOLE_NAMES.includes(folded) && !FIRST_PARTS.some((part) => folded.startsWith(part));
}

/** A pattern knows no case unless it spells both. */
const anyCase = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

const refused = [...WHOLE_NAMES.map((name) => `${anyCase(name)}$`), ...FIRST_PARTS.map(anyCase)].join('|');
const NAME = `^(?!${refused})[!#$%&'*+.^_\`|~0-9A-Za-z-]{1,100}$`;
/** Characters that HTTP carries in one line. */
const VALUE = '^[\\t\\x20-\\x7e\\x80-\\xff]*$';

/** Headers that a webhook is sent with, as its input says them. */
export const WebhookHeaders = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  description:
    'name and text of each; never Cookie, Host, Content-Length, Connection and the like, nor X-Fabric-* and X-Webhook-*',
  propertyNames: { type: 'string', pattern: NAME },
  additionalProperties: { type: 'string', maxLength: 8_192, pattern: VALUE },
  maxProperties: 50,
  examples: [{ Authorization: 'Bearer a-token-of-yours' }],
});
