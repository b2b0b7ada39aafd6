import {
  LinkButton,
  ResourceList,
  type RowOf,
  Switch,
  Time,
  UserLink,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { LastExecution } from './last-execution.tsx';
import { RuleState } from './rule-state.tsx';
import { texts } from './texts.ts';
import { triggerText } from './trigger-text.ts';

type RuleRow = RowOf<'/automation/rules'>;

const PER_PAGE = 25;
const EVERY_MS = 20_000;

export function RulesList() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const mayChange = mayCall('PATCH', '/automation/rules/{rule_id}');
  return (
    <ResourceList
      path="/automation/rules"
      label={t.rules}
      columns={[
        { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
        {
          id: 'trigger',
          title: t.trigger,
          cell: (row) => <code>{triggerText(row)}</code>,
          text: (row) => triggerText(row),
        },
        {
          id: 'state',
          title: t.state,
          cell: (row) => <RuleState {...row} />,
          text: ({ is_enabled, paused_reason }) => paused_reason ?? (is_enabled ? t.on : t.off),
        },
        {
          id: 'actions',
          title: t.actions,
          align: 'end',
          cell: ({ actions }) => actions.length,
          text: ({ actions }) => actions.length,
        },
        {
          id: 'next',
          title: t.next,
          cell: ({ next_fire_at }) => <Time at={next_fire_at} />,
          text: ({ next_fire_at }) => next_fire_at,
        },
        { id: 'last', title: t.last, cell: ({ id }) => <LastExecution rule_id={id} /> },
        {
          id: 'author',
          title: t.author,
          cell: ({ author_id }) => <UserLink user_id={author_id} />,
          text: ({ author_id }) => author_id,
        },
      ]}
      filters={[
        {
          kind: 'choice',
          key: 'trigger_type',
          label: t.trigger,
          choices: [
            { value: 'event', label: t.on_event },
            { value: 'schedule', label: t.on_schedule },
          ],
        },
        { kind: 'switch', key: 'is_enabled', label: t.only_on },
      ]}
      sort="name"
      perPage={PER_PAGE}
      rowHref={({ id }) => `/rules/${id}`}
      nameOf={({ name }) => name}
      {...(mayChange ? { rowActions: (row: RuleRow) => <EnableSwitch {...row} /> } : {})}
      exportName="rules"
      viewsOf="rules"
      live={['automation.rule.*']}
      everyMs={EVERY_MS}
      empty={{ title: t.empty, hint: t.empty_hint, action: <NewRule /> }}
    />
  );
}

export function NewRule() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  if (!mayCall('POST', '/automation/rules')) return null;
  return (
    <LinkButton variant="primary" to="/rules/new">
      {t.new}
    </LinkButton>
  );
}

function EnableSwitch({ id, name, is_enabled }: Pick<RuleRow, 'id' | 'name' | 'is_enabled'>) {
  const t = useTexts(texts);
  const save = useWrite('PATCH', '/automation/rules/{rule_id}', {
    done: is_enabled ? t.disabled : t.enabled,
  });
  return (
    <Switch
      aria-label={t.switch(name)}
      isSelected={is_enabled}
      isDisabled={save.isPending}
      onChange={(next) => void save.run({ path: { rule_id: id }, body: { is_enabled: next } })}
    />
  );
}
