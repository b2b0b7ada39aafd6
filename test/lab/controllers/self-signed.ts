import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
  /** SHA-256 of the DER form as colon separated upper case hex, as TLS sockets report it. */
  readonly fingerprint: string;
}

/**
 * A fresh P-256 certificate for 127.0.0.1 and localhost, valid ten years, signed by itself. Routers ship exactly such
 * certificates, so an adapter has to pin or skip; it secures nothing else.
 */
export function createSelfSigned(commonName: string, now = Date.now()): SelfSigned {
  const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = sequence(objectId('2a8648ce3d040302'));
  const name = sequence(set(sequence(objectId('550403'), der(0x0c, Buffer.from(commonName)))));
  const validity = sequence(time(now - 86_400_000), time(now + 3_650 * 86_400_000));
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(8)]);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    validity,
    name,
    publicKey,
    der(0xa3, sequence(subjectAltName())),
  );
  const signature = sign('sha256', body, pair.privateKey);
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(certificate),
    fingerprint: createHash('sha256')
      .update(certificate)
      .digest('hex')
      .toUpperCase()
      .replace(/..(?!$)/g, '$&:'),
  };
}

function subjectAltName(): Buffer {
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  return sequence(objectId('551d11'), der(0x04, names));
}

function der(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function time(at: number): Buffer {
  return der(0x18, Buffer.from(`${new Date(at).toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`));
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
