import { Identifier, PageLink, useRows, useSession, useTexts } from '@patchbay/console-kit';
import { EventLink } from './event-link.tsx';
import { texts } from './texts.ts';

const MANY = { per_page: '100', sort: 'name' } as const;

/** The chain that led to an event: events, and the Connections and rules that answered them. */
export function Causes({ ids }: { readonly ids: readonly string[] }) {
  const t = useTexts(texts);
  if (ids.length === 0) return <p className="muted">{t.no_causes}</p>;
  return (
    <ol>
      {ids.map((id) => (
        <li key={id}>
          <Cause id={id} />
        </li>
      ))}
    </ol>
  );
}

function Cause({ id }: { readonly id: string }) {
  const { rows, read } = useRows('/events', { search: id, per_page: '1' });
  const [event] = rows;
  if (event !== undefined) return <EventLink id={event.id} event_type={event.event_type} />;
  return read.isSuccess ? <Owner id={id} /> : <Identifier id={id} />;
}

/** A Connection or a rule; lists are asked, because only they say of an id that it is not theirs. */
function Owner({ id }: { readonly id: string }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const connections = useRows(
    '/fabric/connections',
    MANY,
    {},
    { enabled: mayCall('GET', '/fabric/connections') },
  );
  const rules = useRows('/automation/rules', MANY, {}, { enabled: mayCall('GET', '/automation/rules') });
  const connection = connections.rows.find((row) => row.id === id);
  const rule = rules.rows.find((row) => row.id === id);
  if (connection !== undefined)
    return (
      <>
        {t.connection} <PageLink to={`/connections/${id}`}>{connection.name}</PageLink>
      </>
    );
  if (rule !== undefined)
    return (
      <>
        {t.rule} <PageLink to={`/rules/${id}`}>{rule.name}</PageLink>
      </>
    );
  return <Identifier id={id} />;
}
