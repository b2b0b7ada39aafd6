import pg from 'pg';
import type { Scene } from '../scene.ts';
import { signIn } from '../scene.ts';

/** Sockets that one user may hold (SPEC 8). */
export const SOCKETS_PER_USER = 25;
const AT_ONCE = 8;

/**
 * Signed-in viewers of the measured organization, enough to hold so many sockets. Their rows are copies of the
 * administrator's, as hashing hundreds of passwords is not what is measured; they sign in by HTTP.
 */
export async function viewersFor({ product, admin }: Scene, sockets: number): Promise<readonly string[]> {
  const count = Math.ceil(sockets / SOCKETS_PER_USER);
  const db = new pg.Client({ connectionString: product.databaseUrl });
  await db.connect();
  try {
    await db.query(
      `insert into users (id, organization_id, email, email_key, username, username_key, password_hash, role)
       select uuidv7(), organization_id, 'viewer-' || n || '@bench.example', 'viewer-' || n || '@bench.example',
              'viewer-' || n, 'viewer-' || n, password_hash, 'viewer'
       from users, generate_series(1, $2) as n where email = $1`,
      [admin.email, count],
    );
  } finally {
    await db.end();
  }
  const tokens: string[] = [];
  for (let from = 1; from <= count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from + 1) }, (_, each) => from + each);
    const people = await Promise.all(
      numbers.map((number) => signIn(product, `viewer-${number}@bench.example`)),
    );
    tokens.push(...people.map(({ token }) => token));
  }
  return tokens;
}
