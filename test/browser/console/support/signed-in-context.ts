import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { call, freshAddress, type Harness, type Person } from '../../../harness/index.ts';

type Somebody = Pick<Person, 'email' | 'password'>;

/** A context of the browser with the cookies of a sign-in: what every test but those of signing in begins with. */
export async function signedInContext(
  browser: Browser,
  platform: Pick<Harness, 'url'>,
  person: Somebody,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  await signInto(context, platform, person);
  return context;
}

/** Gives a context the cookies of a sign-in. */
export async function signInto(
  context: BrowserContext,
  { url }: Pick<Harness, 'url'>,
  { email, password }: Somebody,
): Promise<void> {
  const answer = await call(url, 'POST', '/api/v1/auth/login', {
    body: { login: email, password },
    from: freshAddress(),
  });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
  const lines = [answer.headers['set-cookie'] ?? []].flat();
  await context.addCookies(lines.map((line) => cookieOf(line, new URL(url).hostname)));
}

function cookieOf(line: string, domain: string) {
  const [pair = '', ...attributes] = line.split('; ');
  const at = pair.indexOf('=');
  const path = attributes.find((each) => each.startsWith('Path='))?.slice('Path='.length) ?? '/';
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    domain,
    path,
    httpOnly: attributes.includes('HttpOnly'),
    sameSite: attributes.includes('SameSite=Strict') ? ('Strict' as const) : ('Lax' as const),
  };
}
