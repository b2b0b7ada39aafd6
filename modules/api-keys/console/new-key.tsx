import {
  FormDialog,
  type FormField,
  PermissionField,
  type ReplyOf,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';
import { useGrantablePermissions } from './use-grantable-permissions.ts';

export type NewKey = ReplyOf<'POST', '/api-keys'>;

interface Values {
  readonly name: string;
  readonly description: string;
  readonly reach: string;
  readonly scopes: readonly string[];
  /** Days, or `never` for a key that does not end. */
  readonly expiry: string;
}

const NOTHING: Values = { name: '', description: '', reach: 'chosen', scopes: [], expiry: '90' };
const DAYS = [7, 30, 90, 180, 365];

function useFields(): readonly FormField<Values>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const permissions = useGrantablePermissions();
  return [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    { kind: 'text', key: 'description', label: w.description },
    {
      kind: 'radio',
      key: 'reach',
      label: t.reach,
      choices: [
        { value: 'chosen', label: t.chosen },
        { value: 'all', label: t.all },
      ],
    },
    {
      kind: 'custom',
      key: 'scopes',
      label: t.scopes,
      isRequired: true,
      isShown: ({ reach }) => reach === 'chosen',
      control: ({ values, set, error }) => (
        <PermissionField
          label={t.scopes}
          hint={t.scopes_hint}
          error={error}
          choices={permissions}
          value={values.scopes}
          onChange={set}
        />
      ),
    },
    {
      kind: 'choice',
      key: 'expiry',
      label: t.expiry,
      hint: t.expiry_hint,
      choices: [
        ...DAYS.map((days) => ({ value: String(days), label: t.days(days) })),
        { value: 'never', label: t.never },
      ],
    },
  ];
}

export interface NewKeyDialogProps {
  onClose(): void;
  /** The secret stands in the reply, and nowhere else. */
  created(key: NewKey): void;
}

export function NewKeyDialog({ onClose, created }: NewKeyDialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/api-keys', { onDone: created });
  return (
    <FormDialog
      title={t.new}
      isOpen
      onClose={onClose}
      fields={useFields()}
      initial={NOTHING}
      action={w.create}
      submit={({ name, description, reach, scopes, expiry }) =>
        create.send({
          body: {
            name,
            ...(description === '' ? {} : { description }),
            ...(reach === 'chosen' ? { scopes: [...scopes] } : {}),
            ...(expiry === 'never' ? {} : { expires_in_days: Number(expiry) }),
          },
        })
      }
    />
  );
}
