import pg from 'pg';
import { call } from '../harness/http-client.ts';
import type { Product } from './processes/product.ts';
import { DEVICES_PER_ORGANIZATION, seedDevices, sitesOf } from './seed.ts';

export const PASSWORD = 'Correct-horse-battery-9';
const ORGANIZATIONS = 10;

/** A user of the organization that benches work in. */
export interface Person {
  readonly email: string;
  readonly token: string;
}

/** The product with ten organizations of 1,000 devices each. */
export interface Scene {
  readonly product: Product;
  /** The organization that is measured: one in the middle. */
  readonly organization_id: string;
  readonly site_ids: readonly string[];
  /** A super administrator, of another organization. */
  readonly owner: Person;
  /** An administrator of the measured organization. */
  readonly admin: Person;
}

let addresses = 0;

/** Sign-in counts addresses, so each comes from one of its own. */
export function freshAddress(): string {
  addresses += 1;
  return `127.0.${(addresses >> 7) & 127}.${2 + (addresses & 127)}`;
}

/** Calls the product; throws for any other status. */
export async function expect(
  { url }: Product,
  method: string,
  path: string,
  status: number,
  options: { readonly token?: string; readonly body?: unknown } = {},
) {
  const answer = await call(url, method, `/api/v1${path}`, { ...options, from: freshAddress() });
  if (answer.status !== status)
    throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

export async function signIn(product: Product, email: string): Promise<Person> {
  const { access_token } = await expect(product, 'POST', '/auth/login', 200, {
    body: { login: email, password: PASSWORD },
  });
  return { email, token: String(access_token) };
}

/** People and organizations come in by HTTP, devices straight into the tables. */
export async function setScene(product: Product): Promise<Scene> {
  const email = 'owner@bench.example';
  const first = { organization_name: 'Bench 0', email, username: 'bench-owner', password: PASSWORD };
  const made = await expect(product, 'POST', '/setup/initialize', 201, { body: first });
  const owner = await signIn(product, email);
  const organization_ids = [String(made.organization.id)];
  for (let each = 1; each < ORGANIZATIONS; each += 1) {
    const body = { name: `Bench ${each}` };
    const organization = await expect(product, 'POST', '/organizations', 201, { token: owner.token, body });
    organization_ids.push(String(organization.id));
  }
  const organization_id = String(organization_ids[3]);
  const admin = 'admin@bench.example';
  const body = {
    email: admin,
    username: 'bench-admin',
    password: PASSWORD,
    role: 'org_admin',
    organization_id,
  };
  await expect(product, 'POST', '/users', 201, { token: owner.token, body });
  const db = new pg.Client({ connectionString: product.databaseUrl });
  await db.connect();
  try {
    await seedDevices(db, organization_ids);
    const scene = { product, organization_id, site_ids: await sitesOf(db, organization_id), owner };
    await checkSeed(db, organization_id);
    return { ...scene, admin: await signIn(product, admin) };
  } finally {
    await db.end();
  }
}

async function checkSeed(db: pg.Client, organization_id: string): Promise<void> {
  const { rows } = await db.query('select count(*)::int as n from devices where organization_id = $1', [
    organization_id,
  ]);
  if (rows[0].n !== DEVICES_PER_ORGANIZATION) throw new Error(`${rows[0].n} devices were seeded`);
}
