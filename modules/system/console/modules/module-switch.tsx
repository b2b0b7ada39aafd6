import {
  Button,
  ConfirmDialog,
  Notice,
  type RowOf,
  useRows,
  useSession,
  useTexts,
  useWrite,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { texts } from './texts.ts';
import { missingFor, whatStops } from './what-stops.ts';

type Module = RowOf<'/modules'>;

/** Modules change what the whole console may show. */
const REFRESHES = ['/modules', '/console/access'];

/** Switches a module; off only after it was said what stops. */
export function ModuleSwitch({
  module: { id, title, enabled, critical, status },
}: {
  readonly module: Module;
}) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const [isAsking, setAsking] = useState(false);
  const set = useWrite('PATCH', '/modules/{module_id}', {
    refreshes: REFRESHES,
    done: (reply) => (reply.enabled ? t.switched_on(title) : t.switched_off(title)),
  });
  const change = (wanted: boolean) => set.run({ path: { module_id: id }, body: { enabled: wanted } });
  if (!mayCall('PATCH', '/modules/{module_id}') || (enabled && critical) || status === 'disabled')
    return null;
  return (
    <>
      <Button
        aria-label={enabled ? t.switch_off(title) : t.switch_on(title)}
        isPending={set.isPending}
        onPress={() => setAsking(true)}
      >
        {enabled ? t.off_action : t.on_action}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={enabled ? t.off_question(title) : t.on_question(title)}
          action={enabled ? t.off_action : t.on_action}
          isDangerous={enabled}
          isPending={set.isPending}
          isOpen
          onClose={() => setAsking(false)}
          onConfirm={() => void change(!enabled).finally(() => setAsking(false))}
        >
          {enabled ? <Stops id={id} /> : <Missing id={id} />}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

const ALL = { per_page: '200', sort: 'title' };

function Stops({ id }: { readonly id: string }) {
  const t = useTexts(texts);
  const { rows } = useRows('/modules', ALL);
  const { modules, prefixes } = whatStops(rows, id);
  return (
    <>
      {prefixes.includes('/console') ? <Notice kind="warning">{t.console_stops}</Notice> : null}
      {modules.length === 0 ? (
        <p>{t.stops_alone}</p>
      ) : (
        <>
          <p>{t.stops}</p>
          <ul>
            {modules.map((module) => (
              <li key={module.id}>{module.title}</li>
            ))}
          </ul>
        </>
      )}
      {prefixes.length === 0 ? null : (
        <>
          <p>{t.paths}</p>
          <ul className="words">
            {prefixes.map((prefix) => (
              <li key={prefix}>
                <code>{prefix}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Missing({ id }: { readonly id: string }) {
  const t = useTexts(texts);
  const { rows } = useRows('/modules', ALL);
  const missing = missingFor(rows, id);
  if (missing.length === 0) return <p>{t.starts}</p>;
  return (
    <Notice kind="warning" title={t.waits}>
      <ul>
        {missing.map((module) => (
          <li key={module.id}>{module.title}</li>
        ))}
      </ul>
    </Notice>
  );
}
