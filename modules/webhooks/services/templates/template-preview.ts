import type { Database } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import { redact, type SubscriptionRules } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import type { Clock } from '@patchbay/kernel/telemetry';
import { templateUnresolved } from '../../errors.ts';
import { eventBody } from '../delivery/event-body.ts';
import { eventsById, madeUpEvent, type SentEvent } from '../delivery/sent-event.ts';
import type { Templates } from './templates.ts';

export interface PreviewInput {
  readonly event_id?: string | undefined;
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
}

/** Shows what a template makes of an event that its reader may see, or of a payload that the reader brings. */
export class TemplatePreview extends Service<{
  templates: Pick<Templates, 'get'>;
  database: Pick<Database, 'read'>;
  rules: Pick<SubscriptionRules, 'mayHear'>;
  clock: Clock;
}> {
  /** Throws `webhooks.template_unresolved` as a delivery would fail. */
  async render(principal: Principal, id: string, input: PreviewInput) {
    const { body: template } = await this.parts.templates.get(principal, id);
    const event = await this.#eventOf(principal, input);
    const rendered = eventBody(event, template, {
      id: newId(),
      webhook_id: newId(),
      kind: 'test',
      sequence: 0,
    });
    if (!rendered.ok)
      throw templateUnresolved({
        message: `The template does not resolve: ${rendered.unresolved}.`,
        details: [
          { field: 'body', message: `${rendered.unresolved} does not resolve`, type: 'TEMPLATE_UNRESOLVED' },
        ],
      });
    return { body: rendered.value };
  }

  async #eventOf(principal: Principal, { event_id, payload }: PreviewInput): Promise<SentEvent> {
    if (event_id === undefined) {
      const event = madeUpEvent(newId(), principal.organization_id, this.parts.clock.now().toISOString());
      return payload === undefined ? event : { ...event, payload: redact(payload) };
    }
    const events = await this.parts.database.read(principal, (unit) => eventsById(unit, [event_id]));
    const event = events.get(event_id);
    if (event === undefined || !this.parts.rules.mayHear(principal, event)) throw notFound();
    return event;
  }
}
