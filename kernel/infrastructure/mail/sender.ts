import { ConfigError } from '../../config/index.ts';

/** Sender of mails, from `MAIL_FROM`. */
export interface Sender {
  /** Empty: the address alone. */
  readonly name: string;
  readonly address: string;
  readonly domain: string;
}

const FORM = /^(?:(?<name>[^\p{Cc}<>"]{0,100}?)\s*<(?<framed>[^<>]+)>|(?<bare>[^<>]+))$/u;
const ADDRESS = /^[^\s@<>()[\]:;,"\\]+@(?<domain>[A-Za-z0-9.-]+)$/u;

/** Reads `address` or `Name <address>`; throws `ConfigError` for anything else. */
export function senderOf(text: string): Sender {
  const { name = '', framed, bare } = FORM.exec(text.trim())?.groups ?? {};
  const address = framed ?? bare ?? '';
  const domain = ADDRESS.exec(address)?.groups?.['domain'];
  if (domain === undefined || text.length > 400)
    throw new ConfigError(
      'MAIL_FROM takes one address such as patchbay@example.com or Patchbay <patchbay@example.com>',
    );
  return { name: name.trim(), address, domain };
}
