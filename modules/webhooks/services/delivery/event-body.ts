import { renderTemplate } from '@patchbay/kernel/fabric';
import type { DeliveryKind } from '../../entities/webhook-delivery.ts';
import type { SentEvent } from './sent-event.ts';

/** Values that a template may name beside `trigger` and `event`. */
export interface DeliveryFacts {
  readonly id: string;
  readonly webhook_id: string;
  readonly kind: DeliveryKind;
  /** 0 for a test. */
  readonly sequence: number;
}

export type TemplateBody = Readonly<Record<string, unknown>>;

export type EventBody =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  /** The name that does not resolve, or what grew too large. */
  | { readonly ok: false; readonly unresolved: string };

/** Roots of template paths, and the fields below them; null: any field of the payload. */
export const TEMPLATE_ROOTS: Readonly<Record<string, readonly string[] | null>> = {
  trigger: null,
  event: ['id', 'event_type', 'category', 'priority', 'organization_id', 'site_id', 'occurred_at'],
  delivery: ['id', 'webhook_id', 'kind', 'sequence'],
};

/**
 * The event with what the headers say of its delivery, so that this is signed, too; or what the template makes of
 * both, by the one template engine of the platform (DECISIONS 25).
 */
export function eventBody(
  event: SentEvent,
  template: TemplateBody | null,
  delivery: DeliveryFacts,
): EventBody {
  if (template === null) return { ok: true, value: { ...event, delivery } };
  const { payload, ...facts } = event;
  const rendered = renderTemplate(template, { trigger: payload, event: facts, delivery });
  return rendered.ok ? { ok: true, value: rendered.value as Record<string, unknown> } : rendered;
}
