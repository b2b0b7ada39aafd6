import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@patchbay/embedded-postgres';
import pg from 'pg';
import { cloneDatabase } from '../harness/databases.ts';
import type { Options } from './options.ts';
import { type Product, startProduct } from './processes/product.ts';
import { type Scene, setScene } from './scene.ts';

/** As a production server runs, with every commit forced to disk. */
const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
};

/** What benches share: made when first asked for, given back at the end. */
export class Stage {
  readonly options: Options;
  readonly #closers: (() => Promise<unknown>)[] = [];
  #folder: Promise<string> | undefined;
  #cluster: Promise<string> | undefined;
  #product: Promise<Product> | undefined;
  #scene: Promise<Scene> | undefined;
  #databases = 0;

  constructor(options: Options) {
    this.options = options;
  }

  say(line: string): void {
    console.log(line);
  }

  /** So much of something; `brief` where benches only show that they work. */
  of(whole: number, brief: number): number {
    return this.options.isBrief ? brief : whole;
  }

  /** Runs at the end, last added first. */
  defer(work: () => Promise<unknown>): void {
    this.#closers.push(work);
  }

  /** An empty folder of this run. */
  folder(name: string): Promise<string> {
    this.#folder ??= this.#makeFolder();
    return this.#folder.then((folder) => mkdtemp(join(folder, `${name}-`)));
  }

  async #makeFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
    this.defer(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  /**
   * Superuser URL of a new, empty database on the run's own durable PostgreSQL; in brief of a migrated one on that of the
   * tests, where there is one.
   */
  async database(): Promise<string> {
    if (this.options.isBrief && process.env['PATCHBAY_TEST_DATABASE_URL']) {
      const { url, drop } = await cloneDatabase();
      this.defer(drop);
      return url;
    }
    this.#cluster ??= this.#startCluster();
    const url = new URL(await this.#cluster);
    this.#databases += 1;
    const name = `bench_${this.#databases}`;
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    await admin.query(`create database ${name}`).finally(() => admin.end());
    url.pathname = `/${name}`;
    return url.href;
  }

  async #startCluster(): Promise<string> {
    const server = await startEmbeddedPostgres({ dataDir: await this.folder('postgres'), flags: DURABLE });
    this.defer(() => server.stop());
    return server.url;
  }

  /** The product in a process of its own, on a database of its own. */
  product(): Promise<Product> {
    this.#product ??= this.#startProduct();
    return this.#product;
  }

  async #startProduct(): Promise<Product> {
    const databaseUrl = await this.database();
    const product = await startProduct({
      databaseUrl,
      dataDir: await this.folder('data'),
      profile: this.options.profile,
    });
    this.defer(() => product.stop());
    return product;
  }

  /** Organizations, people and 10,000 devices in the product. */
  async scene(): Promise<Scene> {
    this.#scene ??= setScene(await this.product());
    return this.#scene;
  }

  async close(): Promise<void> {
    for (const work of this.#closers.splice(0).reverse())
      await work().catch((error: unknown) => console.error(error));
  }
}
