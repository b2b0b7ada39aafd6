import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BootOptions } from '@patchbay/test/harness';

interface Running {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

// The package brings no types.
const S3rver: new (options: Readonly<Record<string, unknown>>) => Running = createRequire(import.meta.url)(
  '@20minutes/s3rver',
);

export const BUCKET = 'artifacts';
/** Keys that this server accepts. */
export const KEYS = { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' };

export interface S3Server {
  readonly endpoint: string;
  /** Folder of its objects. */
  readonly directory: string;
  close(): Promise<void>;
}

/** An S3 server of its own, over HTTP on loopback, which checks signatures. */
export async function startS3(t: { teardown(work: () => unknown): unknown }): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= server.close());
  t.teardown(async () => {
    await close();
    await rm(directory, { recursive: true, force: true });
  });
  return { endpoint: `http://127.0.0.1:${port}`, directory, close };
}

export const s3Environment = ({ endpoint }: S3Server): NonNullable<BootOptions['environment']> => ({
  ARTIFACT_STORE: 's3',
  ARTIFACT_S3_ENDPOINT: endpoint,
  ARTIFACT_S3_BUCKET: BUCKET,
  ARTIFACT_S3_ACCESS_KEY_ID: KEYS.access_key_id,
  ARTIFACT_S3_SECRET_ACCESS_KEY: KEYS.secret_access_key,
});
