import { recorderOf } from '@patchbay/kernel/audit';
import {
  columnsOf,
  type Database,
  isUnchangedBy,
  jsonValue,
  type Page,
  type PageQuery,
  storable,
  TableRows,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { templateInUse, tooManyTemplates } from '../../errors.ts';
import {
  type TemplateInput,
  type TemplatePatch,
  TemplateReply,
  type TemplateView,
} from '../../schemas/webhooks.ts';
import type { TemplateBody } from '../delivery/event-body.ts';
import { assertTemplateBody } from './template-check.ts';

const record = recorderOf('webhooks.templates', 'webhook_template');

const MAX_TEMPLATES = 200;
const rows = new TableRows('webhook_templates', {
  columns: columnsOf(TemplateReply),
  searched: ['name'],
  sort: '-created_at',
});

/** The templates of an organization; any of its webhooks may use them. */
export class Templates extends Service<{ database: Database }> {
  list(principal: Principal, query: PageQuery): Promise<Page<TemplateView>> {
    return this.parts.database.read(principal, (unit) => rows.page(unit, query));
  }

  get(principal: Principal, id: string): Promise<TemplateView> {
    return this.parts.database.read(principal, (unit) => rows.get(unit, id));
  }

  create(principal: Principal, { name, body }: TemplateInput): Promise<TemplateView> {
    assertTemplateBody(body);
    return this.parts.database.write(principal, async (work) => {
      await rows.assertRoom(work, MAX_TEMPLATES, tooManyTemplates);
      const row = await rows.add(work, { id: newId(), name, body: asJson(body) });
      record(work, 'create', row.id, { name });
      return row;
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
      const before = await rows.hold(work, id, if_match);
      if (isUnchangedBy(before, patch)) return before;
      record(work, 'update', id, { fields: Object.keys(patch) });
      const { name = before.name, body = before.body } = patch;
      return rows.change(work, id, { name, body: asJson(body) });
    });
  }

  /** A template that a webhook uses stays. */
  remove(principal: Principal, id: string): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      const { name } = await rows.hold(work, id);
      const user = await work.sql
        .selectFrom('webhook_subscriptions')
        .select('id')
        .where('template_id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (user !== undefined) throw templateInUse();
      await rows.remove(work, id);
      record(work, 'delete', id, { name });
    });
  }
}

const asJson = (body: TemplateBody) => jsonValue<TemplateBody>(storable(body));
