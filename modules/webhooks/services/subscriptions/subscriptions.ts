import { recorderOf } from '@patchbay/kernel/audit';
import { type Database, isUnchangedBy, type Page, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound, validationFailed } from '@patchbay/kernel/errors';
import type { SubscriptionRules } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { tooManyWebhooks } from '../../errors.ts';
import type { WebhookInput, WebhookPatch, WebhookView } from '../../schemas/webhooks.ts';
import { cancelWaiting, startAtHead } from '../queue/queue.ts';
import { authorshipOf } from './author-now.ts';
import { assertDestination } from './destination.ts';
import { assertGranted } from './granted-patterns.ts';
import type { SigningSecrets } from './signing-secrets.ts';
import {
  type SubscriptionQuery,
  type SubscriptionRow,
  shownSubscriptions,
  subscriptions,
} from './subscription-rows.ts';

export interface SubscriptionsDeps {
  readonly database: Database;
  readonly rules: Pick<SubscriptionRules, 'granted'>;
  readonly secrets: SigningSecrets;
  /** Hosts that may be private (FABRIC_WEBHOOK_ALLOWED_HOSTS). */
  readonly allowedHosts: readonly string[];
}

export interface CreatedView extends WebhookView {
  readonly secret: string;
}

const record = recorderOf('webhooks', 'webhook');

const MAX_WEBHOOKS = 100;

/**
 * The webhooks of an organization. Events leave on the authority of an author: the user who last set their
 * destination, patterns or shape, or switched them on.
 */
export class Subscriptions extends Service<SubscriptionsDeps> {
  list(principal: Principal, query: SubscriptionQuery): Promise<Page<WebhookView>> {
    return this.parts.database.read(principal, (unit) =>
      shownSubscriptions.page(unit, query, { is_enabled: query.is_enabled }),
    );
  }

  get(principal: Principal, id: string): Promise<WebhookView> {
    return this.parts.database.read(principal, (unit) => shownSubscriptions.get(unit, id));
  }

  create(principal: Principal, input: WebhookInput): Promise<CreatedView> {
    const authorship = this.#answerFor(principal, input);
    return this.parts.database.write(principal, async (work) => {
      await assertTemplate(work, input.template_id ?? null);
      await subscriptions.assertRoom(work, MAX_WEBHOOKS, tooManyWebhooks);
      const row = { id: newId(), organization_id: work.organization_id };
      const secret = this.parts.secrets.make();
      const { name, url, events, template_id = null, is_enabled = true, ordered = true } = input;
      await work.sql
        .insertInto('webhook_subscriptions')
        .values({
          ...row,
          ...authorship,
          ...{ name, url, events: [...events], template_id, is_enabled, ordered },
          sealed_secret: this.parts.secrets.seal(secret, row),
        })
        .execute();
      await startAtHead(work, row.id);
      record(work, 'create', row.id, { name, url: originOf(url), events });
      return { ...(await shownSubscriptions.get(work, row.id)), secret: secret.reveal() };
    });
  }

  /** Switched on again, it goes on with later events; a replay fetches missed ones. */
  update(
    principal: Principal,
    id: string,
    patch: WebhookPatch,
    if_match: string | null,
  ): Promise<WebhookView> {
    return this.parts.database.write(principal, async (work) => {
      const row = await subscriptions.hold(work, id, if_match);
      if (isUnchangedBy(row, patch)) return shownSubscriptions.get(work, id);
      const switched = patch.is_enabled !== undefined && patch.is_enabled !== row.is_enabled;
      const isOn = patch.is_enabled ?? row.is_enabled;
      const takenOver = redirects(patch, row) || (switched && isOn);
      const authorship = takenOver ? this.#answerFor(principal, { ...row, ...patch }) : {};
      if (patch.template_id !== undefined) await assertTemplate(work, patch.template_id);
      const { events, ...plain } = patch;
      await subscriptions.change(work, id, {
        ...plain,
        ...(events === undefined ? {} : { events: [...events] }),
        ...authorship,
        ...(switched ? { disabled_reason: null, disabled_at: isOn ? null : sql<string>`now()` } : {}),
      });
      if (switched && isOn) await startAtHead(work, id);
      if (switched && !isOn) await cancelWaiting(work, id, 'webhook_disabled', 'in_order');
      record(work, 'update', id, {
        fields: Object.keys(patch),
        author_changed: takenOver && row.author_id !== principal.user_id,
      });
      return shownSubscriptions.get(work, id);
    });
  }

  remove(principal: Principal, id: string): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      const { name } = await subscriptions.hold(work, id);
      await subscriptions.remove(work, id, { is_enabled: false });
      await cancelWaiting(work, id, 'webhook_deleted', 'all');
      record(work, 'delete', id, { name });
    });
  }

  #answerFor(principal: Principal, { url, events }: Pick<WebhookInput, 'url' | 'events'>) {
    assertDestination(url, this.parts.allowedHosts);
    assertGranted(this.parts.rules, principal, events);
    const authorship = authorshipOf(principal);
    if (authorship === null) throw notFound();
    return authorship;
  }
}

/** Whether a change says where events go, which, or in what shape. */
function redirects({ url, events, template_id }: WebhookPatch, row: SubscriptionRow): boolean {
  return (
    (url !== undefined && url !== row.url) ||
    (events !== undefined && JSON.stringify(events) !== JSON.stringify(row.events)) ||
    (template_id !== undefined && template_id !== row.template_id)
  );
}

async function assertTemplate({ sql: db }: UnitOfWork, id: string | null): Promise<void> {
  if (id === null) return;
  const known = await db
    .selectFrom('webhook_templates')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (known === undefined)
    throw validationFailed({
      details: [{ field: 'template_id', message: 'there is no such template', type: 'not_found' }],
    });
}

/** Paths and queries of receivers often are secrets. */
const originOf = (url: string): string => URL.parse(url)?.origin ?? '';
