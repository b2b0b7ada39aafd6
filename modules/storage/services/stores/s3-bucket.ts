import { createHash } from 'node:crypto';
import { PatchbayError } from '@patchbay/kernel/errors';
import { artifactStoreFailed } from '@patchbay/kernel/fabric';
import { type Outbound, OutboundFailure, type OutboundReply } from '@patchbay/kernel/outbound';
import type { Secret } from '@patchbay/kernel/secrets';
import { AwsV4Signer } from 'aws4fetch';
import type { BlobStore } from './blob-store.ts';

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly secret_access_key: Secret;
  /** For one transfer; below the thirty seconds that a step has. */
  readonly transfer_ms?: number;
}

const TRANSFER_MS = 20_000;
const CHECK_MS = 1_500;

/**
 * A bucket of S3 or of what speaks its language. aws4fetch signs and nothing else; the platform's one outbound client
 * sends, under the policy for equipment: operators name the endpoint, and theirs is often a private one.
 */
export class S3Bucket implements BlobStore {
  readonly #outbound: Pick<Outbound, 'send'>;
  readonly #settings: S3Settings;
  readonly #base: string;

  constructor(outbound: Pick<Outbound, 'send'>, settings: S3Settings) {
    this.#outbound = outbound;
    this.#settings = settings;
    this.#base = `${settings.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(settings.bucket)}`;
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    const { status } = await this.#send('PUT', `/${name}`, { bytes });
    if (status !== 200) throw refused(status);
  }

  async read(name: string, most: number): Promise<Buffer | null> {
    const { status, bytes, truncated } = await this.#send('GET', `/${name}`, { most });
    if (status === 404) return null;
    if (status !== 200) throw refused(status);
    return truncated ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes;
  }

  async remove(name: string): Promise<void> {
    const { status } = await this.#send('DELETE', `/${name}`);
    if (status !== 200 && status !== 204 && status !== 404) throw refused(status);
  }

  async check(): Promise<void> {
    const { status } = await this.#send('HEAD', '', { timeoutMs: CHECK_MS });
    if (status !== 200) throw refused(status);
  }

  async #send(
    method: 'PUT' | 'GET' | 'DELETE' | 'HEAD',
    path: string,
    {
      bytes,
      most,
      timeoutMs = this.#settings.transfer_ms ?? TRANSFER_MS,
    }: { bytes?: Buffer; most?: number; timeoutMs?: number } = {},
  ): Promise<OutboundReply> {
    const url = `${this.#base}${path}`;
    const headers = await this.#signed(method, url, bytes);
    try {
      return await this.#outbound.send({
        policy: 'equipment',
        url,
        method,
        headers,
        ...(bytes ? { body: bytes } : {}),
        timeoutMs,
        ...(most === undefined ? {} : { maxBytes: most }),
        keepAlive: method === 'GET',
      });
    } catch (error) {
      if (error instanceof OutboundFailure)
        throw artifactStoreFailed({
          message: `The artifact store does not answer: ${error.code}.`,
          cause: error,
        });
      if (error instanceof PatchbayError)
        throw artifactStoreFailed({
          message: `The artifact store cannot be asked: ${error.message}`,
          cause: error,
        });
      throw error;
    }
  }

  async #signed(method: string, url: string, bytes?: Buffer): Promise<Record<string, string>> {
    const { access_key_id, secret_access_key, region } = this.#settings;
    const signer = new AwsV4Signer({
      method,
      url,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(bytes ?? '')
          .digest('hex'),
      },
      accessKeyId: access_key_id,
      secretAccessKey: secret_access_key.reveal(),
      service: 's3',
      region,
    });
    const { headers } = await signer.sign();
    headers.delete('host');
    if (bytes) headers.set('content-type', 'application/octet-stream');
    return Object.fromEntries(headers);
  }
}

const refused = (status: number) =>
  artifactStoreFailed({ message: `The artifact store answered ${status}.` });
