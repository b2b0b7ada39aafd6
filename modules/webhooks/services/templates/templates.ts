import {
  assertUnchanged,
  containing,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  readPage,
  sql,
  storable,
  type Unit,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import { v7 as uuidv7 } from 'uuid';
import { templateInUse, tooManyTemplates } from '../../errors.ts';
import type { TemplateInput, TemplatePatch, TemplateView } from '../../schemas/webhooks.ts';
import type { TemplateBody } from '../delivery/event-body.ts';
import { assertTemplateBody } from './template-check.ts';

const MAX_TEMPLATES = 200;
const shown = ['id', 'organization_id', 'name', 'body', 'created_at', 'updated_at'] as const;

/** The templates of an organization; any of its webhooks may use them. */
export class Templates extends Service<{ database: Database }> {
  list(principal: Principal, query: PageQuery): Promise<Page<TemplateView>> {
    return this.parts.database.read(principal, ({ sql: db }) => {
      let found = db.selectFrom('webhook_templates').where('deleted_at', 'is', null);
      if (query.search) found = found.where('name', 'ilike', containing(query.search));
      return readPage(found.select(shown), query, { sort: '-created_at' });
    });
  }

  get(principal: Principal, id: string): Promise<TemplateView> {
    return this.parts.database.read(principal, (unit) => templateRow(unit, id));
  }

  create(principal: Principal, { name, body }: TemplateInput): Promise<TemplateView> {
    assertTemplateBody(body);
    return this.parts.database.write(principal, async (work) => {
      const { total } = await work.sql
        .selectFrom('webhook_templates')
        .where('deleted_at', 'is', null)
        .select((e) => e.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      if (total >= MAX_TEMPLATES) throw tooManyTemplates();
      const id = uuidv7();
      await work.sql
        .insertInto('webhook_templates')
        .values({ id, organization_id: work.organization_id, name, body: asJson(body) })
        .execute();
      record(work, 'create', id, { name });
      return templateRow(work, id);
    });
  }

  update(
    principal: Principal,
    id: string,
    patch: TemplatePatch,
    if_match: string | null,
  ): Promise<TemplateView> {
    if (patch.body !== undefined) assertTemplateBody(patch.body);
    return this.parts.database.write(principal, async (work) => {
      const before = await templateRow(work, id, true);
      assertUnchanged(if_match, before.updated_at);
      if (isUnchangedBy(before, patch)) return before;
      await work.sql
        .updateTable('webhook_templates')
        .set({
          ...(patch.name === undefined ? {} : { name: patch.name }),
          ...(patch.body === undefined ? {} : { body: asJson(patch.body) }),
          updated_at: sql<string>`clock_timestamp()`,
        })
        .where('id', '=', id)
        .execute();
      record(work, 'update', id, { fields: Object.keys(patch) });
      return templateRow(work, id);
    });
  }

  /** A template that a webhook uses stays. */
  remove(principal: Principal, id: string): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      const { name } = await templateRow(work, id, true);
      const user = await work.sql
        .selectFrom('webhook_subscriptions')
        .select('id')
        .where('template_id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (user !== undefined) throw templateInUse();
      await work.sql
        .updateTable('webhook_templates')
        .set({ deleted_at: sql<string>`now()`, updated_at: sql<string>`now()` })
        .where('id', '=', id)
        .execute();
      record(work, 'delete', id, { name });
    });
  }
}

async function templateRow({ sql: db }: Unit, id: string, lock = false): Promise<TemplateView> {
  const found = db
    .selectFrom('webhook_templates')
    .select(shown)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  const row = await (lock ? found.forNoKeyUpdate() : found).executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

const asJson = (body: TemplateBody) => sql<TemplateBody>`${JSON.stringify(storable(body))}::jsonb`;

function record(
  work: UnitOfWork,
  verb: string,
  target_id: string,
  detail: Readonly<Record<string, unknown>>,
): void {
  work.audit.record({
    action: `webhooks.templates.${verb}`,
    target_type: 'webhook_template',
    target_id,
    detail,
  });
}
