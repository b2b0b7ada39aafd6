import { createHash, randomBytes } from 'node:crypto';
import type { Element } from './element.ts';

export interface Login {
  readonly username: string;
  readonly password: string;
}

const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';

/** Header of a call: digest = Base64(SHA-1(nonce + created + password)), `at` by the camera's own clock. */
export function usernameToken({ username, password }: Login, at: Date): Element {
  const nonce = randomBytes(16);
  const created = at.toISOString();
  const digest = createHash('sha1')
    .update(Buffer.concat([nonce, Buffer.from(created + password)]))
    .digest('base64');
  return {
    'wsse:Security': {
      '@xmlns:wsse': `${WSSE}-wssecurity-secext-1.0.xsd`,
      '@xmlns:wsu': `${WSSE}-wssecurity-utility-1.0.xsd`,
      'wsse:UsernameToken': {
        'wsse:Username': username,
        'wsse:Password': { '@Type': `${WSSE}-username-token-profile-1.0#PasswordDigest`, '#text': digest },
        'wsse:Nonce': {
          '@EncodingType': `${WSSE}-soap-message-security-1.0#Base64Binary`,
          '#text': nonce.toString('base64'),
        },
        'wsu:Created': created,
      },
    },
  };
}

/** Challenge of a camera before it hands out a picture. */
interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: 'MD5' | 'SHA-256';
}

const hashes = { MD5: 'md5', 'SHA-256': 'sha256' } as const;

/** Answer to a Digest challenge (RFC 7616, `qop=auth`); null for another kind of challenge. */
export function digestAnswer(
  header: string | undefined,
  { method, uri }: { readonly method: string; readonly uri: string },
  { username, password }: Login,
): string | null {
  const challenge = readChallenge(header ?? '');
  if (challenge === null || /["\\]/.test(username)) return null;
  const { realm, nonce, opaque, algorithm } = challenge;
  const hash = (text: string): string => createHash(hashes[algorithm]).update(text).digest('hex');
  const cnonce = randomBytes(12).toString('hex');
  const count = '00000001';
  const secret = hash(`${username}:${realm}:${password}`);
  const response = hash(`${secret}:${nonce}:${count}:${cnonce}:auth:${hash(`${method}:${uri}`)}`);
  const fields = [
    `username="${username}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${uri}"`,
    `algorithm=${algorithm}`,
    `response="${response}"`,
    'qop=auth',
    `nc=${count}`,
    `cnonce="${cnonce}"`,
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
  ];
  return `Digest ${fields.join(', ')}`;
}

const MAX_HEADER = 2_048;

function readChallenge(header: string): Challenge | null {
  if (!/^digest /i.test(header) || header.length > MAX_HEADER) return null;
  const given = new Map(
    [...header.slice('digest '.length).matchAll(/([a-z]{1,20})=(?:"([^"]*)"|([^\s,"]*))/gi)].map(
      ([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted ?? plain],
    ),
  );
  const algorithm = (given.get('algorithm') ?? 'MD5').toUpperCase();
  const nonce = given.get('nonce');
  if (nonce === undefined || (algorithm !== 'MD5' && algorithm !== 'SHA-256')) return null;
  return { realm: given.get('realm') ?? '', nonce, opaque: given.get('opaque'), algorithm };
}
