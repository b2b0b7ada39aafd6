import {
  call,
  FormDialog,
  type FormField,
  type ReplyOf,
  useTagged,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

type Freeze = ReplyOf<'GET', '/changes/freezes/{freeze_id}'>;

interface Values {
  readonly reason: string;
  readonly site_id: string | null;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  readonly repeats: string;
  readonly until: string | null;
  readonly time_zone: string;
}

const ONCE = 'once';
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const nothing = (): Values => ({
  reason: '',
  site_id: null,
  starts_at: null,
  ends_at: null,
  repeats: ONCE,
  until: null,
  time_zone: ownZone(),
});

const valuesOf = ({ reason, site_id, starts_at, ends_at, recurrence }: Freeze): Values => ({
  reason,
  site_id,
  starts_at,
  ends_at,
  repeats: recurrence?.every ?? ONCE,
  until: recurrence?.until ?? null,
  time_zone: recurrence?.time_zone ?? ownZone(),
});

const bodyOf = ({ reason, site_id, starts_at, ends_at, repeats, until, time_zone }: Values) => ({
  reason,
  site_id,
  starts_at: starts_at ?? '',
  ends_at: ends_at ?? '',
  recurrence:
    repeats === 'day' || repeats === 'week' ? ({ every: repeats, until, time_zone } as const) : null,
});

function useFields(): readonly FormField<Values>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const isRepeated = ({ repeats }: Values) => repeats !== ONCE;
  return [
    { kind: 'text', key: 'reason', label: t.reason, isRequired: true },
    { kind: 'site', key: 'site_id', label: w.site, hint: t.site_hint },
    { kind: 'time', key: 'starts_at', label: t.starts, isRequired: true },
    { kind: 'time', key: 'ends_at', label: t.ends, isRequired: true },
    {
      kind: 'choice',
      key: 'repeats',
      label: t.repeats,
      choices: [
        { value: ONCE, label: t.once },
        { value: 'day', label: t.day },
        { value: 'week', label: t.week },
      ],
    },
    { kind: 'time', key: 'until', label: t.until, hint: t.until_hint, isShown: isRepeated },
    {
      kind: 'text',
      key: 'time_zone',
      label: t.zone,
      hint: t.zone_hint,
      isShown: isRepeated,
      isRequired: true,
    },
  ];
}

export function NewFreeze({ onClose }: { onClose(): void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/changes/freezes', { done: t.created });
  return (
    <FormDialog
      title={t.new}
      isOpen
      onClose={onClose}
      fields={useFields()}
      initial={nothing()}
      action={w.create}
      submit={(values) => create.send({ body: bodyOf(values) })}
    />
  );
}

/** Reads the freeze with its tag first: somebody else may have changed it since the list was read. */
export function EditFreeze({ freeze_id, onClose }: { readonly freeze_id: string; onClose(): void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { freeze_id };
  const fields = useFields();
  const read = useTagged('/changes/freezes/{freeze_id}', { path });
  const save = useWrite('PATCH', '/changes/freezes/{freeze_id}', { done: t.saved });
  if (read.data === undefined) return null;
  const { data: freeze, etag } = read.data;
  return (
    <FormDialog
      title={t.edit}
      isOpen
      onClose={onClose}
      fields={fields}
      initial={valuesOf(freeze)}
      action={w.save}
      submit={(values, newest) => save.send({ path, etag: newest ?? etag, body: bodyOf(values) })}
      latest={async () => {
        const { data, response } = await call('GET', '/changes/freezes/{freeze_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}
