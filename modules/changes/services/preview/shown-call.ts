import { REDACTED } from '@patchbay/kernel/telemetry';
import type { StagedFeature } from '@patchbay/vendor-kit';
import type { CallsView } from '../../schemas/preview.ts';
import { isSecretName, withoutSecrets } from '../staging/secret-fields.ts';

type ShownCall = CallsView['calls'][number];

interface Request {
  readonly url: string;
  readonly method: string;
  readonly body?: string | Buffer;
}

/** More than anybody reads; an upload would be far more. */
const LONGEST_BODY = 65_536;

/** A request as everybody may see it: no headers, which hold the sign-in, and no secrets. */
export function shownCall({ url, method, body }: Request, feature: StagedFeature): ShownCall {
  const { pathname, searchParams } = new URL(url);
  for (const name of [...searchParams.keys()])
    if (isSecretName(name, feature)) searchParams.set(name, REDACTED);
  const search = searchParams.size === 0 ? '' : `?${searchParams}`;
  return { method, path: `${pathname}${search}`, body: shownBody(body, feature) };
}

/** JSON and forms; others are not known well enough to be shown. */
function shownBody(body: string | Buffer | undefined, feature: StagedFeature): unknown {
  if (typeof body !== 'string' || body === '' || body.length > LONGEST_BODY) return null;
  const parsed = parsedJson(body) ?? parsedForm(body);
  return parsed === undefined ? null : withoutSecrets({ parsed }, feature)['parsed'];
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const FORM = /^[^=&\s{<]+=[^\s{<]*$/;

const parsedForm = (body: string): unknown =>
  FORM.test(body) ? Object.fromEntries(new URLSearchParams(body)) : undefined;
