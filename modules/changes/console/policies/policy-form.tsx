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

type Policy = ReplyOf<'GET', '/changes/policies/{policy_id}'>;

interface Values {
  readonly name: string;
  readonly feature_pattern: string;
  readonly site_id: string | null;
  readonly risk: string;
  readonly min_approvers: number | null;
  readonly step_up: boolean;
}

const ANY = 'any';

const NOTHING: Values = {
  name: '',
  feature_pattern: '**',
  site_id: null,
  risk: ANY,
  min_approvers: 1,
  step_up: false,
};

const valuesOf = (policy: Policy): Values => ({
  name: policy.name ?? '',
  feature_pattern: policy.feature_pattern,
  site_id: policy.site_id,
  risk: policy.risk ?? ANY,
  min_approvers: policy.min_approvers,
  step_up: policy.step_up,
});

const riskOf = (chosen: string): Policy['risk'] =>
  chosen === 'normal' || chosen === 'catastrophic' ? chosen : null;

const bodyOf = ({ name, feature_pattern, site_id, risk, min_approvers, step_up }: Values) => ({
  name: name || null,
  feature_pattern,
  site_id,
  risk: riskOf(risk),
  min_approvers: min_approvers ?? 1,
  step_up,
});

function useFields(): readonly FormField<Values>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  return [
    { kind: 'text', key: 'name', label: w.name },
    { kind: 'text', key: 'feature_pattern', label: t.pattern, hint: t.pattern_hint, isRequired: true },
    { kind: 'site', key: 'site_id', label: w.site, hint: t.site_hint },
    {
      kind: 'choice',
      key: 'risk',
      label: t.risk,
      choices: [
        { value: ANY, label: t.any_risk },
        { value: 'normal', label: t.normal },
        { value: 'catastrophic', label: t.catastrophic },
      ],
    },
    { kind: 'number', key: 'min_approvers', label: t.approvers, hint: t.approvers_hint, isRequired: true },
    { kind: 'switch', key: 'step_up', label: t.step_up, hint: t.step_up_hint },
  ];
}

export function NewPolicy({ onClose }: { onClose(): void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/changes/policies', { done: t.created });
  return (
    <FormDialog
      title={t.new}
      isOpen
      onClose={onClose}
      fields={useFields()}
      initial={NOTHING}
      action={w.create}
      submit={(values) => create.send({ body: bodyOf(values) })}
    />
  );
}

/** Reads the policy with its tag first: somebody else may have changed it since the list was read. */
export function EditPolicy({ policy_id, onClose }: { readonly policy_id: string; onClose(): void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { policy_id };
  const fields = useFields();
  const read = useTagged('/changes/policies/{policy_id}', { path });
  const save = useWrite('PATCH', '/changes/policies/{policy_id}', { done: t.saved });
  if (read.data === undefined) return null;
  const { data: policy, etag } = read.data;
  return (
    <FormDialog
      title={t.edit}
      isOpen
      onClose={onClose}
      fields={fields}
      initial={valuesOf(policy)}
      action={w.save}
      submit={(values, newest) => save.send({ path, etag: newest ?? etag, body: bodyOf(values) })}
      latest={async () => {
        const { data, response } = await call('GET', '/changes/policies/{policy_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}
