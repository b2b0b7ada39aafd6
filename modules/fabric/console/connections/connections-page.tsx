import {
  LinkButton,
  Page,
  ResourceList,
  type RowOf,
  Switch,
  UserLink,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { ConnectionState } from './connection-state.tsx';
import { LastRun } from './last-run.tsx';
import { texts } from './texts.ts';

const PER_PAGE = 25;
const EVERY_MS = 20_000;

export default function ConnectionsPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const create = mayCall('POST', '/fabric/connections') ? (
    <LinkButton variant="primary" to="/connections/new">
      {t.new}
    </LinkButton>
  ) : undefined;
  const mayChange = mayCall('PATCH', '/fabric/connections/{connection_id}');
  return (
    <Page title={t.connections} summary={t.summary} actions={create}>
      <ResourceList
        path="/fabric/connections"
        label={t.connections}
        columns={[
          { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
          {
            id: 'event',
            title: t.event,
            cell: ({ source_event }) => <code>{source_event}</code>,
            text: ({ source_event }) => source_event,
          },
          {
            id: 'state',
            title: t.state,
            cell: (row) => <ConnectionState {...row} />,
            text: ({ is_enabled, paused_reason }) => paused_reason ?? (is_enabled ? t.on : t.off),
          },
          {
            id: 'steps',
            title: t.steps,
            align: 'end',
            cell: ({ steps }) => steps.length,
            text: ({ steps }) => steps.length,
          },
          { id: 'last', title: t.last_run, cell: ({ id }) => <LastRun connection_id={id} /> },
          {
            id: 'author',
            title: t.author,
            cell: ({ author_id }) => <UserLink user_id={author_id} />,
            text: ({ author_id }) => author_id,
          },
        ]}
        sort="name"
        perPage={PER_PAGE}
        rowHref={({ id }) => `/connections/${id}`}
        nameOf={({ name }) => name}
        {...(mayChange
          ? { rowActions: (row: RowOf<'/fabric/connections'>) => <EnableSwitch {...row} /> }
          : {})}
        exportName="connections"
        viewsOf="connections"
        live={['fabric.connection.*']}
        everyMs={EVERY_MS}
        empty={{ title: t.empty, hint: t.empty_hint, action: create }}
      />
    </Page>
  );
}

interface EnableSwitchProps {
  readonly id: string;
  readonly name: string;
  readonly is_enabled: boolean;
}

function EnableSwitch({ id, name, is_enabled }: EnableSwitchProps) {
  const t = useTexts(texts);
  const save = useWrite('PATCH', '/fabric/connections/{connection_id}', {
    done: is_enabled ? t.disabled : t.enabled,
  });
  return (
    <Switch
      aria-label={t.switch(name)}
      isSelected={is_enabled}
      isDisabled={save.isPending}
      onChange={(next) => void save.run({ path: { connection_id: id }, body: { is_enabled: next } })}
    />
  );
}
