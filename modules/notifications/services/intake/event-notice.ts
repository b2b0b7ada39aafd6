import type { EventDeclaration, LoggedEvent } from '@patchbay/kernel/events';
import { redact } from '@patchbay/kernel/events';
import { isRecord } from '@patchbay/kernel/schema';

const MAX_FIELDS = 12;
const MAX_VALUE = 200;

/** An event in words: type, object, and the plain fields of its payload. */
export function eventWords(
  event: LoggedEvent,
  declaration: Pick<EventDeclaration, 'title' | 'description'> | undefined,
): { readonly title: string; readonly body: string; readonly subject: string } {
  const payload = redact(event.payload);
  const inner = isRecord(payload['data']) ? payload['data'] : {};
  const fields = Object.entries({ ...payload, ...inner }).filter(([, value]) => isPlain(value));
  const name = inner['name'] ?? payload['name'];
  const title = declaration?.title ?? event.event_type;
  return {
    title: typeof name === 'string' && name !== '' ? `${title}: ${name}` : title,
    body: [
      declaration?.description ?? event.event_type,
      ...fields.slice(0, MAX_FIELDS).map(([key, value]) => `${key}: ${String(value).slice(0, MAX_VALUE)}`),
    ].join('\n'),
    subject: event.event_type,
  };
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '');
