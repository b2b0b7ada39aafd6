import { Service } from '@patchbay/kernel/di';
import { type Answer, type CallOptions, call } from '../harness/http-client.ts';
import { must, type Narrator } from './narrator.ts';

/** An HTTP client that tells what it does. */
export class DemoClient extends Service<{ url: string; narrator: Narrator }> {
  /** Calls below `/api/v1` and insists on the status. */
  async call(
    method: string,
    path: string,
    status: number,
    options: CallOptions & { readonly quiet?: boolean; readonly by?: string } = {},
  ): Promise<Answer> {
    const { quiet, by, ...rest } = options;
    if (!quiet) this.parts.narrator.sent(`${by ? `${by}: ` : ''}${method} ${path}${bodyOf(rest)}`);
    const answer = await call(this.parts.url, method, `/api/v1${path}`, rest);
    if (!quiet || answer.status !== status) this.parts.narrator.got(`${answer.status} ${summaryOf(answer)}`);
    must(
      answer.status === status,
      `${method} ${path} to answer ${status}, not ${answer.status}: ${answer.text.slice(0, 300)}`,
    );
    return answer;
  }
}

const SECRET = /"(password|secret|access_token|refresh_token|setup_token)":"[^"]*"/g;
const hidden = (text: string): string => text.replace(SECRET, '"$1":"…"');

const bodyOf = ({ body, raw }: CallOptions): string =>
  body === undefined
    ? raw === undefined
      ? ''
      : ` (${Buffer.byteLength(raw)} bytes)`
    : ` ${hidden(JSON.stringify(body))}`;

function summaryOf({ body, text }: Answer): string {
  if (body && Array.isArray(body.items)) return `${body.total} in all`;
  return hidden(text.replaceAll('\n', ' '));
}
