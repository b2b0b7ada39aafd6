import {
  type ContributionProps,
  ResourceList,
  Time,
  UserLink,
  useTexts,
  valueText,
  words,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

/** Changes of a device with their time and actor. */
export default function DeviceHistory({ device_id }: ContributionProps['device.tab']) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const actions: Readonly<Record<string, string>> = {
    discovered: t.discovered,
    changed: t.changed,
    deleted: t.action_deleted,
    restored: t.action_restored,
  };
  const shownValue = (value: unknown) =>
    value === null || value === undefined ? null : <code>{valueText(value)}</code>;
  return (
    <ResourceList
      path="/devices/{device_id}/history"
      parameters={{ device_id }}
      label={t.history}
      columns={[
        {
          id: 'time',
          title: w.time,
          sort: 'created_at',
          cell: ({ created_at }) => <Time at={created_at} />,
          text: ({ created_at }) => created_at,
        },
        {
          id: 'action',
          title: t.action,
          cell: ({ action }) => actions[action] ?? action,
          text: ({ action }) => action,
        },
        {
          id: 'field',
          title: t.field,
          cell: ({ field }) => (field === null ? null : <code>{field}</code>),
          text: ({ field }) => field,
        },
        {
          id: 'from',
          title: t.from,
          cell: ({ from }) => shownValue(from),
          text: ({ from }) => valueText(from),
        },
        { id: 'to', title: t.to, cell: ({ to }) => shownValue(to), text: ({ to }) => valueText(to) },
        {
          id: 'by',
          title: t.by,
          cell: ({ actor_id, source }) =>
            actor_id !== null ? (
              <UserLink user_id={actor_id} />
            ) : source === 'controller' ? (
              t.by_controller
            ) : null,
          text: ({ actor_id, source }) => actor_id ?? source,
        },
      ]}
      sort="-created_at"
      prefix="history_"
      live={['device.**']}
      exportName="device-history"
      empty={{ title: t.history_empty, hint: t.history_hint }}
    />
  );
}
