import { isSecretLogField } from '../../../telemetry/index.ts';

/** Names of parameters whose values grant access, beside those that no log shows anywhere. */
const SECRET_NAMES =
  /^(?:code|ticket|state|nonce|sig|key|login_hint|.*[-_.]?(?:key|code_verifier|code_challenge))$/i;
const MAX_CHARACTERS = 2_048;

/**
 * A request's target as it may be logged (SPEC 6.3.2). Of the query it keeps what the route declares: other names
 * and values are the caller's own text, which may be a secret under any name.
 */
export function loggableUrl(url: string, declared: ReadonlySet<string>): string {
  const start = url.indexOf('?');
  if (start === -1) return url.slice(0, MAX_CHARACTERS);
  const kept: string[] = [];
  let others = 0;
  for (const [name, value] of new URLSearchParams(url.slice(start + 1)))
    if (!declared.has(name)) others += 1;
    else kept.push(`${name}=${isSecret(name) ? '[redacted]' : encodeURIComponent(value)}`);
  if (others > 0) kept.push(`[${others} not declared]`);
  return `${url.slice(0, start)}${kept.length > 0 ? '?' : ''}${kept.join('&')}`.slice(0, MAX_CHARACTERS);
}

const isSecret = (name: string): boolean => SECRET_NAMES.test(name) || isSecretLogField(name);
